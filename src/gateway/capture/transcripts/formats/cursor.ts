import { setImmediate as breath } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { type Captured, field, skip, textField } from '../../messages/captured.ts';
import { parse } from '../decode/json.ts';
import type { KeyValueStore, KeyValues } from '../sqlite/key-values.ts';
import type { Entry } from '../sqlite/trees.ts';
import { readComposer } from './cursor-composer.ts';
import { bubbleKey, copiedIn, copiesOf, entriesAtOnce } from './cursor-copies.ts';
import { holdsOlder, olderSessions } from './cursor-older.ts';
import { folderBeside, folderIn, foldersByComposer, repositoryIn } from './cursor-projects.ts';
import type { KeyValueFormat, KeyValueSession } from './format.ts';

/**
 * Cursor: `User/globalStorage/state.vscdb`, with the record of each conversation and of each message as JSON; in older
 * versions the stores of the workspaces, `User/workspaceStorage/<hash>/state.vscdb`. Nothing of it is documented.
 */
const cursor: KeyValueFormat = {
  name: 'cursor',
  recognise: (store) => store.has('cursorDiskKV') || holdsOlder(store),
  async *sessions(store, path) {
    const table = store.table('cursorDiskKV');
    const own = await folderBeside(path);
    const folders = new Folders(store, path, own);
    if (table) yield* composers(table, folders);
    yield* olderSessions(store, own);
  },
};

export default cursor;

const composerKey = 'composerData:';

/**
 * The conversations that were written to last are compared with all that is in them. Of older ones, the keys and rows of
 * all messages are, and the length and beginning of the conversation: a message that is added shows, as does one that is
 * written anew.
 */
const comparedWhole = 10;

/** @property first, last the lowest and highest row of its messages. Later ones are written to higher rows. */
type Found = { id: string; entry: Entry; first: number; last: number; sum: number; bubbles: number };

async function* composers(table: KeyValues, folders: Folders): AsyncGenerator<KeyValueSession> {
  const byId = new Map<string, Found>();
  let seen = 0;
  const rest = async () => {
    seen += 1;
    if (seen % entriesAtOnce === 0) await breath();
  };
  for (const entry of table.entries(composerKey)) {
    const { rowid } = entry;
    const id = entry.key.slice(composerKey.length);
    byId.set(id, { id, entry, first: rowid, last: rowid, sum: crc32(entry.payload), bubbles: 0 });
    await rest();
  }
  let orphans = 0;
  for (const { key, rowid, payload } of table.entries(bubbleKey)) {
    const found = byId.get(key.slice(bubbleKey.length, key.indexOf(':', bubbleKey.length)));
    if (found) {
      found.first = found.bubbles === 0 ? rowid : Math.min(found.first, rowid);
      found.last = Math.max(found.last, rowid);
      found.sum = crc32(payload, found.sum);
      found.bubbles += 1;
    } else orphans += 1;
    await rest();
  }
  // As they were begun: a conversation before its subagents.
  const all = [...byId.values()].sort((a, b) => a.first - b.first);
  const latest = new Set(all.toSorted((a, b) => b.last - a.last).slice(0, comparedWhole));
  for (const found of all)
    yield {
      id: found.id,
      mark: (known) => markOf(table, found, latest.has(found), known),
      read: () => readFound(table, found, folders),
    };
  if (orphans > 0)
    yield {
      id: 'messages of no conversation',
      mark: () => String(orphans),
      read: () => Array.from({ length: orphans }, () => skip('of no conversation')),
    };
}

function markOf(table: KeyValues, { id, entry, sum, bubbles }: Found, isWhole: boolean, known = ''): string {
  const outer = `${bubbles} ${crc32(table.beginning(entry), sum).toString(36)}`;
  if (!isWhole) return known.startsWith(`${outer} `) ? known : outer;
  let inner = crc32(table.value(entry) ?? '');
  for (const bubble of table.entries(`${bubbleKey}${id}:`)) inner = crc32(table.value(bubble) ?? '', inner);
  return `${outer} ${inner.toString(36)}`;
}

async function readFound(table: KeyValues, { id, entry }: Found, folders: Folders): Promise<Captured[]> {
  const composer = parse(table.value(entry) ?? '');
  if (typeof composer !== 'object' || composer === null) return [skip('malformed')];
  const prefix = `${bubbleKey}${id}:`;
  const stored = new Map<string, unknown>();
  for (const bubble of table.entries(prefix)) {
    const text = table.value(bubble);
    if (text !== undefined) stored.set(bubble.key.slice(prefix.length), parse(text));
  }
  const head = folders.headOf(id);
  const project = await folders.of(id, composer, head);
  const others = await copiesOf(table, copiedIn(composer, stored));
  return readComposer(id, composer, stored, { head, project, others });
}

/** The lists of conversations that newer versions have, and the folders of their workspaces. */
class Folders {
  readonly #store: KeyValueStore;
  readonly #path: string;
  readonly #own: string | undefined;
  #heads: Map<string, unknown> | undefined;
  #byComposer: Promise<Map<string, string>> | undefined;

  constructor(store: KeyValueStore, path: string, own: string | undefined) {
    this.#store = store;
    this.#path = path;
    this.#own = own;
  }

  headOf(id: string): unknown {
    this.#heads ??= headsIn(this.#store);
    return this.#heads.get(id);
  }

  async of(id: string, composer: unknown, head: unknown): Promise<string | undefined> {
    const named = folderIn(composer) ?? folderIn(head) ?? this.#own;
    if (named !== undefined) return named;
    this.#byComposer ??= foldersByComposer(this.#path);
    return (await this.#byComposer).get(id) ?? repositoryIn(composer) ?? repositoryIn(head);
  }
}

function headsIn(store: KeyValueStore): Map<string, unknown> {
  const heads = new Map<string, unknown>();
  const list = field(parse(store.table('ItemTable')?.get('composer.composerHeaders') ?? ''), 'allComposers');
  for (const head of Array.isArray(list) ? list : []) heads.set(textField(head, 'composerId') ?? '', head);
  for (const [id, value] of store.rows('composerHeaders', ['composerId', 'value']))
    heads.set(String(id), parse(String(value)));
  return heads;
}
