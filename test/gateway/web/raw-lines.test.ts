import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { seedSessions } from '../../../scripts/viewer/seed.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { loggedIn, pageOf, shownAt } from '../../support/viewer.ts';

const fixture = new URL('../../fixtures/capture/claude-code/session-two-turns.jsonl', import.meta.url);
const admin = 'secret-of-the-admin-0123456789';

/** What a browser shows as the text of the lines. */
const shownLines = (page: string): string[] =>
  [...page.matchAll(/<pre dir="auto">([^<]*)<\/pre>/g)].map(([, text = '']) =>
    text
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );

describe('the raw lines of a session', () => {
  const lake = useLake();
  const server = useServer(lake, { DEWEY_API_KEYS: `admin:admin:${admin}`, DEWEY_DECISION_LIMITS: 'off' });
  let session = '';
  let id = '';
  let headers = { cookie: '' };

  const keep = (lines: readonly string[], start: number, data = gzipSync(lines.join('\n'))) => lake.db.sql`
    insert into capture_raw (conversation_id, fingerprint, start_offset, end_offset, lines, data)
    values (${id}, 'another file', ${start}::bigint, ${start + 1}::bigint, ${lines.length}, ${data})`;

  beforeAll(async () => {
    await seedSessions(lake.deps);
    const file = await readFile(fixture, 'utf8');
    session = /"sessionId":"([^"]+)"/.exec(file)?.[1] ?? '';
    const [row] = await lake.db.sql<{ id: string }[]>`
      select id from conversations where session_id = ${session} and not metadata ? 'agent_id'`;
    id = row?.id ?? '';
    headers = await loggedIn(server, admin);
  });

  it('are those of its transcript, in their order, and its page leads to them', async () => {
    const file = (await readFile(fixture, 'utf8')).trimEnd().split('\n');
    expect(await shownAt(server, `/sessions/${id}`, headers)).toContain(`href="/sessions/${id}/raw"`);
    expect(shownLines(await shownAt(server, `/sessions/${id}/raw`, headers))).toEqual(file);
  });

  it('are text, come a hundred at a time, and a long one in parts', async () => {
    await lake.db.sql`delete from capture_raw where conversation_id = ${id}`;
    const long = `"${'0123456789'.repeat(4500)}<b>end</b>"`;
    await keep(
      ['<script>alert(1)</script>', long, ...Array.from({ length: 148 }, (_, i) => `{"n":${i}}`)],
      0,
    );
    const first = await shownAt(server, `/sessions/${id}/raw`, headers);
    expect(first).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(shownLines(first)).toHaveLength(100);
    expect(first).toContain('Lines 101 to 150');
    const rest = await shownAt(server, `/sessions/${id}/raw?after=1&from=40000`, headers);
    expect(shownLines(rest)[0]).toBe(long.slice(40_000));
    const next = await shownAt(server, `/sessions/${id}/raw?after=100`, headers);
    expect(shownLines(next)).toEqual(Array.from({ length: 50 }, (_, i) => `{"n":${i + 98}}`));
    expect(next).toContain(`href="/sessions/${id}/raw?after=0"`);
  });

  it('of another session or a subagent in the same file are left out, and damage is named', async () => {
    await lake.db.sql`delete from capture_raw where conversation_id = ${id}`;
    await keep(
      [
        JSON.stringify({ sessionId: 'another', text: 'of another session' }),
        JSON.stringify({ sessionId: session, isSidechain: true, text: 'of a subagent' }),
        JSON.stringify({ sessionId: 'another', text: `of another session${'x'.repeat(1_000_001)}` }),
        JSON.stringify({ sessionId: session, isSidechain: false, text: 'its own' }),
      ],
      0,
    );
    await keep(['damaged'], 1, Buffer.from('no gzip'));
    const page = await shownAt(server, `/sessions/${id}/raw`, headers);
    expect(shownLines(page)).toEqual([
      JSON.stringify({ sessionId: session, isSidechain: false, text: 'its own' }),
    ]);
    expect(page.match(/belongs to another session/g)).toHaveLength(3);
    expect(page.match(/is damaged/g)).toHaveLength(1);
  });

  it('are not shown while a policy holds back texts of the session, nor after it is deleted', async () => {
    await lake.db.sql`
      insert into expired_messages (message_id, conversation_id, content, metadata, expired_at)
      select id, conversation_id, content, metadata, now() from messages where conversation_id = ${id} limit 1`;
    const page = await shownAt(server, `/sessions/${id}/raw`, headers);
    expect(shownLines(page)).toEqual([]);
    expect(page).toContain('A retention policy removed texts');
    await lake.db.sql`update conversations set deleted_at = now() where id = ${id}`;
    expect((await pageOf(server, `/sessions/${id}/raw`, headers)).status).toBe(404);
  });
});
