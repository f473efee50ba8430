import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { rereadLake } from '../../../src/gateway/capture/transcripts/reread.ts';
import { addReread, emptyReread } from '../../../src/gateway/capture/transcripts/reread-report.ts';
import { fixture, forget, importFile } from '../../support/capture.ts';
import { dewey } from '../../support/cli.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const server = useServer(lake);
afterEach(() => forget(lake));

const files = [
  'claude-code/session-long.jsonl',
  'claude-code/session-two-turns.jsonl',
  'claude-code/session-interrupted.jsonl',
  'other-agents/codex-rollout-2026-10-04T09-12-00-0199f3a2-5c1e-7d40-9b7a-3f1e2d4c5b6a.jsonl',
  'other-agents/gemini-cli-session-2026-10-05T18-00-7f0d8c52.jsonl',
];
/** The last line of the Gemini session, which the agent never finished. */
const cutOff = { conversation_id: expect.any(String), offset: 3082, line: 1 };
const importAll = async () => {
  for (const file of files) await importFile(lake, fixture(file));
};

/** Everything that is known of the conversations, with the versions of the rows. */
async function known() {
  const names = await lake.db.sql`
    select k.*, xmin::text as version from conversation_catalogue k order by conversation_id`;
  const usage = await lake.db.sql`
    select u.*, xmin::text as version from conversation_usage u order by conversation_id, key`;
  return { names: names.map((row) => ({ ...row })), usage: usage.map((row) => ({ ...row })) };
}
const values = ({ names, usage }: Awaited<ReturnType<typeof known>>) =>
  [names, usage].map((rows) => rows.map(({ version: _, ...row }) => row));

/** As in a lake whose conversations were stored before there was a catalogue. */
async function empty() {
  await lake.db.sql`delete from conversation_usage`;
  await lake.db.sql`
    update conversation_catalogue set title = null, title_order = null, branch = null, branch_order = null`;
}

const reread = async (ms = 60_000) => {
  const report = emptyReread();
  let calls = 0;
  for (let after: string | null | undefined; after !== null; calls += 1) {
    const part = await rereadLake(lake.db.sql, after, { secrets: 'removed', ms });
    addReread(report, part.report);
    after = part.next;
  }
  return { ...report, calls };
};

const json = async (env: Record<string, string>) => {
  const { code, stdout, stderr } = await dewey(['reread', '--json'], env);
  return { code, stderr, report: JSON.parse(stdout) };
};

describe('dewey reread', () => {
  it.each([
    ['through the running server', () => ({ DEWEY_URL: server.url })],
    ['on the database itself', () => ({ DATABASE_URL: lake.url })],
  ])('fills in what the import would have stored, %s, and changes nothing a second time', async (_, env) => {
    await importAll();
    const before = await known();
    expect(before.usage.length).toBeGreaterThan(10);
    await empty();
    expect(values(await known())).not.toEqual(values(before));
    const first = await json(env());
    expect(first).toMatchObject({
      code: 0,
      stderr: '',
      report: {
        conversations: files.length,
        filled: files.length,
        unreadable: 1,
        damaged: 0,
        places: [cutOff],
      },
    });
    expect(first.report.bytes).toBe(first.report.total_bytes);
    const filled = await known();
    expect(values(filled)).toEqual(values(before));
    expect((await json(env())).report).toEqual({ ...first.report, filled: 0 });
    expect(await known()).toEqual(filled);
  });

  it('says it in a line', async () => {
    await importAll();
    await empty();
    const { code, stdout } = await dewey(['reread'], { DATABASE_URL: lake.url });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^\d+ lines of 5 conversations read again, 5 filled in\n1 line could not be read\n {2}\S+: line 1 from byte 3082\n$/,
    );
  });
});

describe('reading raw lines again', () => {
  it('resumes after any conversation, with the same result', async () => {
    await importAll();
    const before = await known();
    await empty();
    expect(await reread(-1)).toMatchObject({ conversations: 5, filled: 5, calls: 6 });
    expect(values(await known())).toEqual(values(before));
  });

  it('keeps the title given through Dewey, and leaves deleted conversations alone', async () => {
    await importAll();
    await empty();
    await lake.db.sql`
      update conversation_catalogue set title = 'Mine', title_order = '5 2026-01-01T00:00:00.000Z 000000'`;
    const [gone] = await lake.db.sql<{ id: string }[]>`
      update conversations set deleted_at = now() where id = (select min(id::text)::uuid from conversations) returning id`;
    expect(await reread()).toMatchObject({ conversations: 4, damaged: 0 });
    const titles = await lake.db.sql`select distinct title from conversation_catalogue`;
    expect(titles.map(({ title }) => title)).toEqual(['Mine']);
    expect(
      await lake.db.sql`select from conversation_usage where conversation_id = ${gone?.id ?? ''}`,
    ).toHaveLength(0);
  });

  it('reads a rollout whose first lines were not kept', async () => {
    const codex = files[3] ?? '';
    await importFile(lake, fixture(codex));
    const before = await known();
    await repack((lines) => lines.slice(1), 1000);
    await empty();
    expect(await reread()).toMatchObject({ filled: 1, unreadable: 0 });
    expect(values(await known())[1]).toEqual(values(before)[1]);
  });

  it('counts and names hostile and cut-off lines, and stores the rest', async () => {
    await importFile(lake, fixture(files[0] ?? ''));
    const before = await known();
    const hostile = [
      '{"type":"assistant"',
      '[]',
      'null',
      '{"type":"assistant","sessionId":{"toString":1},"message":{"id":"__proto__","usage":{"input_tokens":"x"}}}',
      `{"type":"ai-title","sessionId":"none","aiTitle":"\\u0000${'[t'.repeat(5000)}","timestamp":"+275760-09-13T00:00:00Z"}`,
      `${'['.repeat(100_000)}`,
    ];
    await repack((lines) => [...lines, ...hostile]);
    await empty();
    const [{ id = '' } = {}] = await lake.db.sql<{ id: string }[]>`select id from conversations`;
    const report = await reread();
    expect(report).toMatchObject({ filled: 1, unreadable: 2, damaged: 0 });
    expect(report.places).toEqual([
      { conversation_id: id, offset: 0, line: report.lines - 5 },
      { conversation_id: id, offset: 0, line: report.lines },
    ]);
    expect(values(await known())).toEqual(values(before));
    expect(await dewey(['reread'], { DATABASE_URL: lake.url })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`2 lines could not be read\n  ${id}: line `),
    });
  });

  it('exits with 1 where a group of lines cannot be unpacked, and reads the others', async () => {
    await importAll();
    const before = await known();
    await empty();
    const [{ id = '' } = {}] = await lake.db.sql<{ id: string }[]>`
      insert into capture_raw (conversation_id, fingerprint, start_offset, end_offset, lines, data)
      select min(id::text)::uuid, '', 7, 9, 1, ${Buffer.from('not gzip')} from conversations returning conversation_id as id`;
    expect(await dewey(['reread'], { DATABASE_URL: lake.url })).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        `5 filled in\n1 line could .*\n1 group of lines could not be read at all\n {2}${id}: all lines from byte 7\n`,
      ),
    });
    expect(values(await known())).toEqual(values(before));
  });
});

/** Replaces the kept lines of the only conversation. */
async function repack(change: (lines: string[]) => string[], start = 0): Promise<void> {
  const { sql } = lake.db;
  const rows = await sql<{ data: Buffer }[]>`select data from capture_raw order by start_offset`;
  expect(rows).toHaveLength(1);
  const lines = gunzipSync(rows[0]?.data ?? Buffer.alloc(0))
    .toString('utf8')
    .split('\n');
  await sql`
    update capture_raw set data = ${gzipSync(change(lines).join('\n'))}, start_offset = ${start}`;
}
