import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { store } from './formats-stores.ts';
import { bytesPerMessage, type Made, messagesPerSession, prose } from './formats-text.ts';

const tables = `
  create table ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
  create table cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)`;
const at = '2026-10-12T10:00:00.000Z';

const composer = (id: string, bubbles: string[]): string =>
  JSON.stringify({
    _v: 16,
    composerId: id,
    name: `Session ${id}`,
    createdAt: 1791800000000,
    fullConversationHeadersOnly: bubbles.map((bubbleId, n) => ({ bubbleId, type: 1 + (n % 2) })),
    modelConfig: { modelName: 'claude-4.5-sonnet' },
  });

/** Conversations whose messages are rows of their own. */
export async function cursorStore(folder: string, wanted: number): Promise<Made> {
  const path = join(folder, 'state.vscdb');
  const made = await store(path, tables, wanted, (database, n) => {
    const bubbles = Array.from({ length: messagesPerSession }, (_, m) => `${n}-${m}`);
    const add = (key: string, value: string) =>
      database.run('insert into cursorDiskKV values (?, ?)', [key, value]);
    add(`composerData:c${n}`, composer(`c${n}`, bubbles));
    for (const [m, bubbleId] of bubbles.entries()) {
      const text = prose(bytesPerMessage - 150, n * messagesPerSession + m);
      add(
        `bubbleId:c${n}:${bubbleId}`,
        JSON.stringify({ _v: 3, type: 1 + (m % 2), bubbleId, text, createdAt: at }),
      );
    }
    return messagesPerSession * bytesPerMessage;
  });
  return { ...made, bytes: (await stat(path)).size };
}

const bubblesAtOnce = 200;
const largeBubble = 7800;
/** Rows of things beside the messages, such as states of files, for each message. */
const beside = 0.5;

/** A store of this size, made by the program `sqlite3`, and its conversations and messages. */
export function largeCursorStore(path: string, bytes: number): { composers: number; messages: number } {
  const composers = Math.ceil(bytes / (bubblesAtOnce * (1 + beside) * (largeBubble + 400)));
  const base = prose(3 * largeBubble, 1);
  const ids = Array.from({ length: bubblesAtOnce }, (_, n) => `b${n}`);
  const value = `'{"_v":3,"type":' || (1 + n % 2) || ',"createdAt":"${at}","text":"' || c || ' ' || n || ' ' ||
    substr((select text from base), 1 + (c * 37 + n * 11) % ${largeBubble}, ${largeBubble}) || '"}'`;
  const count = (name: string, below: number) =>
    `${name}(${name[0]}) as (select 0 union all select ${name[0]} + 1 from ${name} where ${name[0]} < ${below - 1})`;
  const script = `pragma journal_mode = wal; ${tables};
    create temp table base as select '${base}' as text;
    begin;
    with recursive ${count('cs', composers)}, ${count('ns', bubblesAtOnce)}
      insert into cursorDiskKV select 'bubbleId:c' || c || ':b' || n, ${value} from cs, ns;
    with recursive ${count('cs', composers)}, ${count('ns', bubblesAtOnce * beside)}
      insert into cursorDiskKV select 'checkpointId:c' || c || ':k' || n, ${value} from cs, ns;
    with recursive ${count('cs', composers)}
      insert into cursorDiskKV select 'composerData:c' || c, replace('${composer('@', ids)}', '@', 'c' || c) from cs;
    commit;`;
  const { status, stderr, error } = spawnSync('sqlite3', [path], { input: script, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The program sqlite3 is needed, and failed: ${error ?? stderr}`);
  return { composers, messages: composers * bubblesAtOnce };
}

/** What Cursor writes when a message is added to the last conversation. */
export function addedMessage(composers: number, n: number): string {
  const id = `c${composers - 1}`;
  const ids = Array.from({ length: bubblesAtOnce + n + 1 }, (_, i) => `b${i}`);
  const bubble = JSON.stringify({ _v: 3, type: 2, text: `Added ${n}.`, createdAt: new Date().toISOString() });
  return `begin; insert into cursorDiskKV values ('bubbleId:${id}:${ids.at(-1)}', '${bubble}');
    insert into cursorDiskKV values ('composerData:${id}', '${composer(id, ids)}'); commit;\n`;
}
