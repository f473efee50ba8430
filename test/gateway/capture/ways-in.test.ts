import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Tally } from '../../../src/gateway/capture/messages/group-by-source.ts';
import claudeCode from '../../../src/gateway/capture/transcripts/formats/claude-code.ts';
import { ingestReading } from '../../../src/gateway/capture/transcripts/ingest.ts';
import {
  fixture,
  forget,
  hookStream,
  importFile,
  rowsOf,
  sendHooks,
  storeOf,
} from '../../support/capture.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
afterEach(() => forget(lake));

const sessions = {
  'session-two-turns': 'claude-code:4b5e7457-00df-40fc-9952-7e5a4b1647ae',
  'session-interrupted': 'claude-code:c646fc65-e305-446d-bb78-b70fc1f8625c',
  'session-long': 'claude-code:dc03f604-b64f-44a2-971f-340aedefea71',
  'session-api-error': 'claude-code:5346b7fa-e625-4ef2-8ca9-d9aab2075065',
};
type Session = keyof typeof sessions;
const names = Object.keys(sessions) as Session[];

const said = async (session: Session) =>
  (await rowsOf(lake, sessions[session])).map(({ turn, role, content }) => ({ turn, role, content }));
const transcript = (session: Session) => fixture(`claude-code/${session}.jsonl`);

/** The rows of an import of the whole transcript: every other source must give the same. */
async function expected(session: Session) {
  await importFile(lake, transcript(session));
  const rows = await rowsOf(lake, sessions[session]);
  await forget(lake);
  return rows.map(({ turn, role, content, externalId }) => ({ turn, role, content, externalId }));
}

const stored = async (session: Session) =>
  (await rowsOf(lake, sessions[session])).map(({ turn, role, content, externalId }) => ({
    turn,
    role,
    content,
    externalId,
  }));

/** A seeded generator, so that a failing order can be reproduced. */
function shuffler(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The transcript's first lines, as a reader finds the file during the session. */
async function importPrefix(session: Session, lines: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dewey-prefix-'));
  const text = await readFile(transcript(session), 'utf8');
  const path = join(folder, `${session}.jsonl`);
  await writeFile(path, text.split('\n').slice(0, lines).join('\n'));
  await importFile(lake, path);
  await rm(folder, { recursive: true });
}

describe('one session captured from several sources', () => {
  it('has the same rows from hooks alone as from the transcript, where hooks see everything', async () => {
    const whole = await expected('session-two-turns');
    await sendHooks(lake, await hookStream('session-two-turns'));
    expect(await said('session-two-turns')).toEqual(
      whole.map(({ turn, role, content }) => ({ turn, role, content })),
    );
  });

  it('keeps the partial text of an interrupted answer from hooks, and marks it', async () => {
    await sendHooks(lake, await hookStream('session-interrupted'));
    const rows = await rowsOf(lake, sessions['session-interrupted']);
    expect(rows[1]).toMatchObject({
      role: 'assistant',
      content: 'A reservation waits in a queue.\nEach title has its own queue, ordered by request time.\n\n',
      metadata: { interrupted: true },
    });
    expect(rows.at(-1)).toMatchObject({ role: 'assistant', metadata: { tool: 'Write', interrupted: true } });
    expect(rows.filter((row) => row.role === 'user')).toHaveLength(3);
  });

  for (const session of names)
    it(`gives the same rows for ${session} in any order and with repeats`, async () => {
      const whole = await expected(session);
      const hooks = await hookStream(session);
      await sendHooks(lake, hooks);
      await importFile(lake, transcript(session));
      expect(await stored(session)).toEqual(whole);
      expect(await importFile(lake, transcript(session))).toMatchObject({ stored: 0, completed: 0 });
      expect(await sendHooks(lake, hooks)).toMatchObject({ stored: 0, completed: 0 });
      expect(await stored(session)).toEqual(whole);

      await forget(lake);
      await importFile(lake, transcript(session));
      expect(await sendHooks(lake, hooks)).toMatchObject({ stored: 0, completed: 0 });
      expect(await stored(session)).toEqual(whole);
    });

  it('has the same rows from any mixture of hooks, a growing transcript and repeats', async () => {
    const rounds = [1, 2, 3, 4, 5, 6, 7, 8];
    for (const session of ['session-two-turns', 'session-interrupted'] as const) {
      const whole = await expected(session);
      const hooks = await hookStream(session);
      const lines = (await readFile(transcript(session), 'utf8')).trim().split('\n').length;
      for (const seed of rounds) {
        const random = shuffler(seed);
        let sent = 0;
        let read = 0;
        while (sent < hooks.length || read < lines)
          if (random(2) === 0 && sent < hooks.length) {
            const next = sent + 1 + random(4);
            // Some events are delivered twice.
            await sendHooks(lake, hooks.slice(Math.max(0, sent - random(3)), next));
            sent = next;
          } else {
            read = Math.min(lines, read + 1 + random(12));
            await importPrefix(session, read);
          }
        expect({ seed, rows: await stored(session) }).toEqual({ seed, rows: whole });
        await forget(lake);
      }
    }
  }, 120_000);

  it('reorders messages from hooks to the order of the transcript, line by line', async () => {
    const whole = await expected('session-two-turns');
    const names = ['PreToolUse', 'MessageDisplay'];
    const nameOf = (body: unknown) => (body as { hook_event_name: string }).hook_event_name;
    const hooks = (await hookStream('session-two-turns')).filter(({ body }) => names.includes(nameOf(body)));
    await sendHooks(
      lake,
      hooks.toSorted((a, b) => names.indexOf(nameOf(a.body)) - names.indexOf(nameOf(b.body))),
    );
    const parser = claudeCode.parser({});
    const following = { after: {} };
    for (const line of (await readFile(transcript('session-two-turns'), 'utf8')).trim().split('\n')) {
      const captured = await parser.push(JSON.parse(line));
      const reading = { captured, raw: [], lines: 1, end: 0 };
      const file = { fingerprint: 'f', format: claudeCode };
      await ingestReading(storeOf(lake), file, reading, following, new Tally());
    }
    expect(await stored('session-two-turns')).toEqual(whole);
  });

  it('keeps subagents as separate conversations that name the call that launched them', async () => {
    await sendHooks(lake, await hookStream('session-subagent'));
    const parent = 'claude-code:1dc40866-301d-4a74-b480-bb6269ab1963';
    const key = `${parent}:aacbdf9e939667485`;
    const fromHooks = await rowsOf(lake, key);
    expect(fromHooks.map((row) => row.role)).toEqual(['assistant', 'tool', 'assistant']);
    await importFile(lake, fixture('claude-code/session-subagent/main.jsonl'));
    await importFile(lake, fixture('claude-code/session-subagent/subagents/agent-aacbdf9e939667485.jsonl'));
    const rows = await rowsOf(lake, key);
    expect(rows.map((row) => row.role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(rows.at(-1)?.content).toBe(
      'data/loans.csv is the only data file worth noting; the rest is empty.',
    );
    const [link] = await lake.db.sql`
      select c.session_id, c.metadata ->> 'parent_conversation_id' = p.conversation_id::text as linked
      from capture_sources s join conversations c on c.id = s.conversation_id
      join capture_sources p on p.key = ${parent} where s.key = ${key}`;
    expect(link).toEqual({ sessionId: '1dc40866-301d-4a74-b480-bb6269ab1963', linked: true });
    expect(await rowsOf(lake, parent)).toHaveLength(13);
  });
});
