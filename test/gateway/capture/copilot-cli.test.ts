import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { resultOf } from '../../../src/gateway/capture/transcripts/formats/copilot-cli-calls.ts';
import {
  byLine,
  catalogued,
  followed,
  importAndVerify,
  parentOf,
  toldOf,
} from '../../support/agent-history.ts';
import { forget, importFile, rowsOf } from '../../support/capture.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
afterEach(() => forget(lake));

const history = { name: 'copilot-cli', shape: [/./, /^events\.jsonl$/] };
const session = '7e2d2fa0-8a4f-4c7b-8e1a-1d5e8b2c3f44';
const file = `${session}/events.jsonl`;
const key = `copilot-cli:${session}`;

describe('a session of Copilot CLI 1.0.78', () => {
  it('tells what nobody typed, what was attached, and what the user ran', async () => {
    await importAndVerify(lake, history);
    const rows = await rowsOf(lake, key);
    const typed = rows.filter(({ role }) => role === 'user');
    expect(typed.map(({ content, metadata }) => [metadata.kind, content])).toEqual([
      ['prompt', 'Which shelf has the lexicon?'],
      ['attachment', '[github_reference https://github.com/ada/library/issues/4]'],
      ['attachment', '[extension_context Shelf map]'],
      ['attachment', '[file /home/ada/library/loans.csv]'],
      ['meta', 'Continue until the objective is complete.'],
      ['prompt', 'And the globe?'],
    ]);
    const ran = rows.filter(({ metadata }) => metadata.tool_use_id === 'u1');
    expect(ran.map(({ content, metadata }) => [content, metadata.from])).toEqual([
      ['bash {"command":"ls"}', 'user'],
      ['loans.csv', undefined],
    ]);
  });

  it('has thoughts before a call, tools of the provider, failures, and what was handed over', async () => {
    await importAndVerify(lake, history);
    const rows = (await rowsOf(lake, key)).filter(({ role }) => role !== 'user');
    expect(rows.slice(2).map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'assistant: task {"prompt":"Find the lexicon."}',
      'tool: On the third shelf.',
      'assistant: web_search {"query":"lexicon"}',
      expect.stringMatching(/^tool: .*https:\/\/example.org\/lexica/),
      'assistant: It is on the third shelf.',
      'assistant: dewey-dewey_search {"query":"lexicon"}',
      expect.stringMatching(/^tool: .*not repeated/),
      'assistant: The model is busy.',
      'system: The cloud agent has sorted the shelves.',
      'assistant: On the fourth.',
    ]);
    expect(rows[2]?.metadata).toMatchObject({ thinking: 'An agent can look.', model: 'claude-sonnet-4.5' });
    expect(rows.filter(({ metadata }) => metadata.is_error).map(({ content }) => content)).toEqual([
      'The model is busy.',
    ]);
  });

  it('sums the tokens of each time it was run, apart from those of its subagent', async () => {
    await importAndVerify(lake, history);
    expect(await catalogued(lake, key)).toMatchObject({
      title: 'Where the lexicon is',
      branch: 'shelves',
      models: ['claude-sonnet-4.5'],
      input: 3000 - 2000 - 500 + 1000 - 600,
      output: 60 + 8,
      cacheRead: 2000 + 600,
    });
    const own = `${key}:t1`;
    expect(await catalogued(lake, own)).toMatchObject({ models: ['gpt-5-mini'], input: 300, output: 30 });
    expect(await parentOf(lake, own)).toEqual({ externalId: key, kind: 'explore' });
    const rows = await rowsOf(lake, own);
    expect(rows.map(({ role, content, metadata }) => [role, metadata.kind, content])).toEqual([
      ['user', 'prompt', 'Find the lexicon.'],
      ['assistant', 'text', 'On the third shelf.'],
      ['system', 'compact_summary', 'It looks for the lexicon.'],
    ]);
  });

  it('is followed', async () => {
    expect(await followed(lake, history, file, key, await byLine('copilot-cli', file))).toBeLessThan(2000);
  });

  it('has the output of a shell and the text of a resource where nothing else states them', () => {
    const contents = [
      { type: 'shell_exit', shellId: '1', exitCode: 0, outputPreview: '12 shelves' },
      { type: 'resource', resource: { uri: 'file:///list.md', text: '# Overdue' } },
      { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
    ];
    expect(resultOf({ success: true, result: { contents } }).text).toBe('12 shelves\n# Overdue\n[image]');
  });

  it('belongs to the session that has started it in the background', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dewey-copilot-'));
    const path = join(folder, 'events.jsonl');
    const event = (id: string, type: string, data: object) =>
      JSON.stringify({ type, data, id, timestamp: '2026-10-14T11:00:00.000Z', parentId: null });
    const start = {
      sessionId: 's-rem',
      startTime: '2026-10-14T11:00:00.000Z',
      context: { cwd: '/home/ada/library' },
      detachedFromSpawningParentSessionId: session,
    };
    const lines = [
      event('g1', 'session.start', start),
      event('g2', 'user.message', { content: 'Note what was learned.' }),
    ];
    await writeFile(path, `${lines.join('\n')}\n`);
    await importFile(lake, path);
    await rm(folder, { recursive: true });
    expect(await toldOf(lake, 'copilot-cli:s-rem')).toHaveLength(1);
    expect((await parentOf(lake, 'copilot-cli:s-rem')).externalId).toBe(key);
  });
});
