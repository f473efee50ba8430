import { spawnSync } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import load, { type Database } from 'sql.js';
import { bytesPerMessage, type Made, messagesPerSession, prose } from './formats-text.ts';

/*
 * Stores of several files or tables, made of what their fixtures say was written into them. One text of each session is
 * long.
 */

const agents = fileURLToPath(new URL('../test/fixtures/capture/agents/', import.meta.url));
const told = async (agent: string) => JSON.parse(await readFile(join(agents, agent, 'told.txt'), 'utf8'));

type Part = { type: string; text?: string };
type Message = [id: string, session: string, data: object, parts: Part[]];

/** The messages of the first session of OpenCode, under other ids. */
async function opencodeSession(): Promise<(n: number) => Message[]> {
  const messages: Message[] = (await told('opencode')).messages;
  const own = messages.filter(([, session]) => session === 'ses_1');
  const length = 11 * bytesPerMessage - JSON.stringify(own).length;
  return (n) =>
    repeated(own, 11, ([id, , data, parts], k, m) => [
      `msg_${n}_${k}_${id}`,
      `ses_${n}`,
      data,
      m === 1 ? [...parts, { type: 'text', text: prose(length, n * 1000 + k) }] : parts,
    ]);
}

/** The messages of a real session, made of the few of a fixture. */
const repeated = <T, U>(
  all: readonly T[],
  messages: number,
  made: (one: T, k: number, m: number) => U,
): U[] =>
  Array.from({ length: Math.round(messagesPerSession / messages) }, (_, k) =>
    all.map((one, m) => made(one, k, m)),
  ).flat();

/** A file for each session, message and part, as OpenCode wrote before it had a database. */
export async function opencodeFiles(folder: string, wanted: number): Promise<Made> {
  const session = await opencodeSession();
  const made: Made = { path: folder, bytes: 0, files: 0 };
  const write = async (path: string, value: object) => {
    const text = JSON.stringify(value, null, 2);
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
    made.bytes += text.length;
    made.files += 1;
  };
  for (let n = 0; made.bytes < wanted; n += 1) {
    const time = { created: 1791600000000 + n, updated: 1791600000000 + n };
    const info = { id: `ses_${n}`, version: '1.1.60', projectID: 'prj', directory: '/home/ada/library' };
    await write(`storage/session/prj/ses_${n}.json`, { ...info, title: `Session ${n}`, time });
    for (const [id, sessionID, data, parts] of session(n)) {
      await write(`storage/message/${sessionID}/${id}.json`, { id, sessionID, ...data });
      for (const [p, part] of parts.entries())
        await write(`storage/part/${id}/prt_${id}_${p}.json`, { messageID: id, ...part });
    }
  }
  return made;
}

/** Runs `add` with the rows of one session after another until they are as long as wanted. */
export async function store(
  path: string,
  tables: string,
  wanted: number,
  add: (database: Database, n: number) => number,
): Promise<Made> {
  const { Database } = await load();
  const database = new Database();
  database.run(tables);
  database.run('begin');
  let bytes = 0;
  for (let n = 0; bytes < wanted; n += 1) bytes += add(database, n);
  database.run('commit');
  await writeFile(path, database.export());
  database.close();
  return { path, bytes, files: 1 };
}

export async function opencodeStore(folder: string, wanted: number): Promise<Made> {
  const session = await opencodeSession();
  const path = join(folder, 'opencode.db');
  const tables = `
    create table session (id text primary key, parent_id text, directory text, title text, time_created integer, time_updated integer);
    create table message (id text primary key, session_id text, time_created integer, data text);
    create table part (id text primary key, message_id text, data text);
    create index message_session on message (session_id, time_created, id);
    create index part_message on part (message_id, id)`;
  const made = await store(path, tables, wanted, (database, n) => {
    database.run('insert into session values (?, null, ?, ?, ?, ?)', [
      `ses_${n}`,
      '/home/ada',
      `Session ${n}`,
      n,
      n,
    ]);
    for (const [m, [id, sessionId, data, parts]] of session(n).entries()) {
      database.run('insert into message values (?, ?, ?, ?)', [id, sessionId, m, JSON.stringify(data)]);
      for (const [p, part] of parts.entries())
        database.run('insert into part values (?, ?, ?)', [`prt_${id}_${p}`, id, JSON.stringify(part)]);
    }
    return JSON.stringify(session(n)).length;
  });
  return { ...made, bytes: (await stat(path)).size };
}

export async function gooseStore(folder: string, wanted: number): Promise<Made> {
  const { messages }: { messages: [role: string, contents: Part[], id: string][] } = await told('goose');
  const path = join(folder, 'sessions.db');
  const tables = `
    create table schema_version (version integer);
    create table sessions (id text primary key, name text, working_dir text, created_at text, updated_at text, accumulated_input_tokens integer);
    create table messages (id integer primary key, message_id text, session_id text, role text, content_json text, created_timestamp integer);
    create index messages_session on messages (session_id)`;
  const length = 11 * bytesPerMessage - JSON.stringify(messages).length;
  const made = await store(path, tables, wanted, (database, n) => {
    const at = '2026-10-10 10:00:00';
    database.run('insert into sessions values (?, ?, ?, ?, ?, 1)', [
      `s${n}`,
      `Session ${n}`,
      '/home/ada',
      at,
      at,
    ]);
    const rows = repeated(messages, 11, ([role, contents, id], k, m) => {
      const all = m === 3 ? [...contents, { type: 'text', text: prose(length, n * 1000 + k) }] : contents;
      const text = JSON.stringify(all).replace(/"id":"g/g, `$&${k}`);
      return [`${n}_${k}_${id}`, `s${n}`, role, text, 1791600000 + k * 100 + m];
    });
    for (const row of rows) database.run('insert into messages values (null, ?, ?, ?, ?, ?)', row);
    return 55 * bytesPerMessage;
  });
  return { ...made, bytes: (await stat(path)).size };
}

/** The size is that of the messages when they are unpacked; without the program `zstd` they are stored as they are. */
export async function zedStore(folder: string, wanted: number): Promise<Made> {
  const [thread]: { messages: object[] }[] = Object.values(await told('zed'));
  if (!thread) throw new Error('The fixture of Zed is empty.');
  const tables =
    'create table threads (id text primary key, summary text, updated_at text, data_type text, data blob, parent_id text)';
  const length = 14 * bytesPerMessage - JSON.stringify(thread).length;
  return store(join(folder, 'threads.db'), tables, wanted, (database, n) => {
    const answer = (k: number) => ({
      Agent: { content: [{ Text: prose(length, n * 1000 + k) }], tool_results: {} },
    });
    const messages = repeated([...thread.messages, undefined], 14, (one, k) => one ?? answer(k));
    const json = Buffer.from(JSON.stringify({ ...thread, messages }));
    const packed = spawnSync('zstd', ['-3', '--no-check', '-c'], { input: json, maxBuffer: 1e8 }).stdout;
    const at = '2026-10-12T09:30:00Z';
    const values = [`t${n}`, `Thread ${n}`, at, packed ? 'zstd' : 'json', packed ?? json];
    database.run('insert into threads values (?, ?, ?, ?, ?, null)', values);
    return json.length;
  });
}
