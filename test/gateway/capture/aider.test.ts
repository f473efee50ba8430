import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storedMessages } from '../../../src/gateway/capture/messages/stored.ts';
import { isTextTranscript } from '../../../src/gateway/capture/transcripts/detect-format.ts';
import { findFiles } from '../../../src/gateway/capture/transcripts/find-files.ts';
import { importFiles } from '../../../src/gateway/capture/transcripts/import.ts';
import { verifyFiles } from '../../../src/gateway/capture/transcripts/verify.ts';
import { catalogued, importAndVerify, type Told, toldOf } from '../../support/agent-history.ts';
import { fixture, forget, rowsOf, storeOf } from '../../support/capture.ts';
import { following, soon } from '../../support/following.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewey-aider-'));
});
afterEach(async () => {
  await forget(lake);
  await rm(folder, { recursive: true });
});

const name = '.aider.chat.history.md';
const history = { name: 'aider', shape: [/^\.aider\.chat\.history\.md$/] };
const path = fixture(`agents/aider/${name}`);
const texts = (told: Told, role: string) => told.filter((one) => one.role === role).map(({ text }) => text);

/** The keys of the runs that have messages, in order of their times. */
const keys = async (): Promise<string[]> =>
  (await lake.db.sql`select key from capture_sources where key like 'aider:%' order by key`).map(
    ({ key }) => key,
  );
const [first, second, third] = [0, 1, 2].map((i) => async () => (await keys())[i] ?? '');

describe('a history of Aider', () => {
  it('is stored once, each run with prompts as a conversation', async () => {
    await importAndVerify(lake, history);
    const runs = (await readFile(path, 'utf8')).split(/^# aider chat started at (?=\d)/m).slice(1);
    expect(runs.map((run) => run.slice(0, 19))).toEqual([
      '2026-10-13 09:00:00',
      '2026-10-13 10:00:00',
      '2026-10-13 10:00:05',
      '2026-10-13 11:00:00',
    ]);
    const prompted = runs.filter((run) => run.includes('\n#### '));
    expect((await keys()).map((key) => key.slice(6, 25).replace('T', ' '))).toEqual(
      prompted.map((run) => run.slice(0, 19)),
    );
    // A prompt follows an empty line, and each line of it ends with two spaces.
    const prompts = (prompted[0] ?? '')
      .split(/\n(?=\n)/)
      .filter((part) => /^\n#### .* {2}$/m.test(part) && !part.includes('```'))
      .map((part) => part.trim().split(' ')[1]);
    const told = await toldOf(lake, (await first?.()) ?? '');
    expect(texts(told, 'user').map((text) => text.split(/\s/)[0])).toEqual(prompts);
  });

  it('is read as Aider writes it, whatever a prompt or an answer looks like', async () => {
    await importAndVerify(lake, history);
    const told = await toldOf(lake, (await first?.()) ?? '');
    expect(texts(told, 'user').slice(0, 3)).toEqual([
      '/add loans.py',
      'Which books are overdue?\n# keep it short\n\n> and list them',
      '/run python loans.py',
    ]);
    const [answer, rest, partial, letter] = texts(told, 'assistant');
    expect(answer).toMatch(/^The atlas is overdue\.\n\n#### How to see it\n> It was due on the first\./);
    expect(answer).toContain('# aider chat started at the wrong end\n#### not a prompt\n> not output\n');
    expect(answer).toContain('> not output either\nprint');
    expect(answer).toMatch(/#### new\n>>>>>>> REPLACE\n```$/);
    // Output with an empty line in it cannot be told from an answer; Aider reads it so, too.
    expect(rest).toBe('lexicon');
    expect([partial, letter]).toEqual(['I write the let', 'Dear Ada, the atlas is overdue.']);
    const interrupted = (await rowsOf(lake, (await first?.()) ?? '')).filter(
      ({ metadata }) => metadata.interrupted,
    );
    expect(interrupted.map(({ content }) => content)).toEqual(['I write the let']);
    expect(texts(told, 'tool')[1]).toMatch(/^Tokens: .*\nCost: .*\nApplied edit .*\nCommit /);
    expect(texts(await toldOf(lake, (await second?.()) ?? ''), 'user')).toEqual([
      '<blank>',
      'Count the shelves.',
    ]);
  });

  it('is read also when an editor has removed the ends of lines', async () => {
    await importAndVerify(lake, history);
    const told = await toldOf(lake, (await third?.()) ?? '');
    expect(told.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
    expect(told[1]?.text).toBe('It is here.\n\nNothing else.');
  });

  it('tells project, models, tokens and cost of each run', async () => {
    await importAndVerify(lake, history);
    expect(await catalogued(lake, (await first?.()) ?? '')).toMatchObject({
      project: fixture('agents/aider'),
      models: ['anthropic/claude-sonnet-4-5', 'gpt-5'],
      input: 2300 - 1000 + 12_000,
      output: 150 + 90,
      cacheRead: 800,
      cost: expect.closeTo(0.03, 6),
    });
    const [row] = await lake.db.sql`
      select min(m.created_at)::text as at from messages m join capture_sources s using (conversation_id)
      where s.key = ${(await first?.()) ?? ''}`;
    expect(new Date(row?.at)).toEqual(new Date('2026-10-13T09:00:00'));
  });

  it('hides secrets and private text, also of several lines', async () => {
    await importAndVerify(lake, history);
    const rows = await rowsOf(lake, (await first?.()) ?? '');
    expect(rows.map(({ content }) => content).join()).not.toMatch(/ghp_|euros/);
    const [raw] = await lake.db.sql`select count(*)::int as n from capture_raw`;
    expect(raw?.n).toBe(0);
  });

  it('is stored whole however long an answer is, in parts', async () => {
    const line = `${'The atlas is overdue. '.repeat(50)}\n`;
    const answer = line.repeat(5000);
    const long = `\n# aider chat started at 2026-10-13 09:00:00\n\n> Aider v0.86.1  \n\n#### Why?  \n\n${answer}\n`;
    await writeFile(join(folder, name), long);
    const found = await findFiles([join(folder, name)]);
    await importFiles(found, storeOf(lake));
    const told = await toldOf(lake, (await first?.()) ?? '');
    expect(told.map(({ role }) => role)).toEqual(['user', 'assistant', 'assistant']);
    expect(texts(told, 'assistant').join(' \n')).toBe(answer.trim());
    expect(await verifyFiles(found, storedMessages(lake.db.sql))).toMatchObject({ missing: 0, faults: [] });
  });

  it('is found in a folder that is named, and a copy of it stores nothing', async () => {
    await importAndVerify(lake, history);
    await cp(path, join(folder, name));
    const found = await findFiles([folder]);
    expect(found.map((item) => item.path)).toEqual([join(folder, name)]);
    expect(await importFiles(found, storeOf(lake))).toMatchObject({ stored: 0, completed: 0 });
    await writeFile(join(folder, 'notes.md'), 'Notes\n\n# aider chat started at 2026-10-13 09:00:00\n');
    expect(await isTextTranscript(join(folder, 'notes.md'))).toBe(false);
    expect(await isTextTranscript(path)).toBe(true);
  });

  it('is followed line by line, with a prompt at once and an answer as far as it goes', async () => {
    const text = await readFile(path, 'utf8');
    const run = text.slice(0, text.indexOf('# aider chat started at 2026-10-13 10:00:00'));
    const told = async () => toldOf(lake, (await keys())[0] ?? '');
    await following(lake, history.shape, async (root) => {
      const upTo = async (end: string, from = 0) => {
        const at = run.indexOf(end, from) + end.length;
        await appendFile(join(root, name), run.slice(from, at));
        return at;
      };
      let at = await upTo('/add loans.py  \n');
      await soon(async () => expect(await told()).toEqual([{ role: 'user', text: '/add loans.py' }]));
      at = await upTo('list them  \n', at);
      await soon(async () => expect((await told()).at(-1)?.text).toMatch(/list them$/));
      at = await upTo('#### How to see it\n', at);
      await soon(async () => expect((await told()).at(-1)?.text).toMatch(/#### How to see it$/));
      // A line that is not complete waits for its end.
      await appendFile(join(root, name), run.slice(at, at + 5));
      await appendFile(join(root, name), run.slice(at + 5));
      await soon(async () => expect((await told()).length).toBeGreaterThan(10));
    });
    await forget(lake);
    await following(lake, history.shape, async (root) => {
      const lines = run.match(/.*\n/g) ?? [];
      for (const [i, line] of lines.entries()) {
        await appendFile(join(root, name), line);
        if (i % 15 === 14) await soon(async () => expect((await told()).length).toBeGreaterThan(0));
      }
      await soon(async () => expect(texts(await told(), 'assistant')).toContain('Noted. \u202e'));
      const [place] = await lake.db.sql`select state::text from capture_positions where reader like 'tail:%'`;
      expect(place?.state).toContain('2026-10-13T09:00:00');
      expect(place?.state).not.toMatch(/euros|Noted|ghp_/);
    });
    const followed = await told();
    await forget(lake);
    await importAndVerify(lake, history);
    expect(followed).toEqual(await told());
  });

  it('that was followed is whole for a verification, and an import only confirms its last message', async () => {
    await following(lake, history.shape, async (root) => {
      await cp(path, join(root, name));
      await soon(async () => expect(await keys()).toHaveLength(3));
      const found = await findFiles([join(root, name)]);
      await soon(async () =>
        expect(await verifyFiles(found, storedMessages(lake.db.sql))).toMatchObject({
          missing: 0,
          faults: [],
        }),
      );
      expect(await importFiles(found, storeOf(lake))).toMatchObject({ stored: 0, completed: 1 });
      expect(await importFiles(found, storeOf(lake))).toMatchObject({ stored: 0, completed: 0 });
    });
  });
});
