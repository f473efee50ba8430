import type { Role } from '../../../../db/schema/vocabulary.ts';
import { type Captured, field, skip } from '../../messages/captured.ts';
import {
  type ChromaRecord,
  chromaTables,
  collectionsOf,
  otherChromaTables,
  recordsIn,
} from './chroma-tables.ts';
import type { Format, MemoryStore, Origin, Parser } from './format.ts';
import { type Fields, listAt, textOr, without } from './record-values.ts';
import { fieldsOf, recordOf, sourceOf, statement, typeOf } from './records.ts';

/**
 * The texts of a Chroma database: its folder's `chroma.sqlite3`, or collections as `get()` answers, saved as JSON:
 * `{"ids": […], "documents": […], "metadatas": […]}`, each with its `name` or under it. Programs that keep memories there write
 * what they like into metadata; turns of conversations and statements are told by the names of collections and fields.
 */

export const chromaStore: MemoryStore = {
  name: 'chroma',
  tables: chromaTables,
  readToo: otherChromaTables,
  *read(database, origin) {
    for (const { id, name } of collectionsOf(database))
      yield* readCollection(name, [...recordsIn(database, id)], origin);
  },
};

export const chromaExport: Format = {
  name: 'chroma',
  unit: 'element',
  live: false,
  rewritten: true,
  memories: true,
  recognise: (sample) => sample.some((value) => collectionsIn(value).length > 0),
  parser(origin): Parser {
    const push = (value: unknown) => {
      const collections = collectionsIn(value);
      if (collections.length === 0) return [skip('neither a collection nor several by name')];
      return collections.flatMap(([name, one]) => readCollection(name, recordsOf(one), origin).flat());
    };
    return { push, state: () => undefined };
  },
};

const isCollection = (value: unknown): boolean =>
  ['ids', 'documents'].every((name) => Array.isArray(field(value, name))) &&
  listAt(value, 'ids').every((id) => typeof id === 'string');

function collectionsIn(value: unknown): [string, unknown][] {
  if (isCollection(value)) return [[textOr(field(value, 'name')) ?? 'collection', value]];
  return Object.entries(fieldsOf(value)).filter(([, one]) => isCollection(one));
}

function recordsOf(collection: unknown): ChromaRecord[] {
  const texts = listAt(collection, 'documents');
  const metadatas = listAt(collection, 'metadatas');
  const uris = listAt(collection, 'uris');
  return listAt(collection, 'ids').map((id, i) => ({
    id: String(id),
    text: textOr(texts[i]),
    metadata: { ...fieldsOf(metadatas[i]), ...(uris[i] ? { 'chroma:uri': uris[i] } : {}) },
  }));
}

/** claude-mem keeps texts in a store of its own, and copies of them in collections with this name. */
const copies = /^cm__/;

/** The items of a collection, those of each conversation and document together. */
function readCollection(name: string, records: readonly ChromaRecord[], origin: Origin): Captured[][] {
  if (copies.test(name)) return [records.map(() => skip('copy of what claude-mem keeps in its own store'))];
  const parts = new Map<string, ChromaRecord[]>();
  for (const record of records) {
    const part = partOf(record.metadata);
    const key = part ? `${part.kind} ${part.id}` : '';
    const those = parts.get(key);
    if (those) those.push(record);
    else parts.set(key, [record]);
  }
  return [...parts.values()].map((part) => inOrder(part).map((record) => readRecord(name, record, origin)));
}

const sessionFields = ['conversation_id', 'session_id', 'thread_id'];
const documentFields = ['artifact_uid', 'artifact_id', 'document_id'];

/** The conversation or the document that a record is part of. */
function partOf(metadata: Fields): { kind: 'turn' | 'text'; id: string } | undefined {
  const named = (names: readonly string[]) => names.map((name) => textOr(metadata[name])).find((id) => id);
  const session = named(sessionFields);
  if (session !== undefined && roleOf(metadata.role) !== undefined) return { kind: 'turn', id: session };
  const document = named(documentFields);
  return document === undefined ? undefined : { kind: 'text', id: document };
}

const positionFields = ['turn_index', 'chunk_index', 'position'];

/** By the position that they state, else as they were stored. */
function inOrder(records: readonly ChromaRecord[]): ChromaRecord[] {
  const at = ({ metadata }: ChromaRecord) =>
    positionFields.map((name) => metadata[name]).find((value) => typeof value === 'number') ?? 0;
  return records.toSorted((a, b) => Number(at(a)) - Number(at(b)));
}

const roles: Readonly<Record<string, Role>> = {
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  system: 'system',
  tool: 'tool',
};
const roleOf = (value: unknown): Role | undefined => roles[String(value).toLowerCase()];

const timeFields = ['ts', 'timestamp', 'created_at', 'createdAt', 'date'];

function readRecord(collection: string, { id, text, metadata, at }: ChromaRecord, origin: Origin): Captured {
  const part = partOf(metadata);
  const kind = part?.kind ?? 'memory';
  if (text === undefined) return skip(`${kind} without text`);
  const source = sourceOf(
    'chroma',
    origin,
    part && {
      id: part.id,
      key: `${part.kind} ${part.id}`,
      project: metadata.project,
      rest: titleOf(metadata),
    },
  );
  const timed = timeFields.find((name) => metadata[name] !== undefined);
  return recordOf(source, kind, {
    id: [collection, id],
    text,
    at: timed === undefined ? at : metadata[timed],
    role: roleOf(metadata.role) ?? 'assistant',
    states:
      kind === 'memory'
        ? statement(typeOf(metadata.type, metadata.memory_type, metadata.category), metadata)
        : undefined,
    rest: { id, collection, ...(timed === undefined ? metadata : without(metadata, timed)) },
  });
}

const titleOf = (metadata: Fields): Fields => {
  const title = textOr(metadata.title);
  return title === undefined ? {} : { title };
};
