import { cut } from '../../../../handlers/tool/text.ts';
import { type Captured, field, type Source, skip } from '../../messages/captured.ts';
import type { Format, MemoryStore, Parser } from './format.ts';
import {
  type Fields,
  has,
  instant,
  isEmpty,
  listAt,
  listOf,
  otherThanTexts,
  parsed,
  plainRows,
  textOr,
  timeIn,
  without,
} from './record-values.ts';
import { fieldsOf, recordOf, sourceOf, statement, typeOf } from './records.ts';

/** The memories of mcp-memory-service: its JSON exports, and its SQLite store, of which the vectors are not read. */
export const mcpMemoryExport: Format = {
  name: 'mcp-memory-service',
  unit: 'element',
  live: false,
  rewritten: true,
  memories: true,
  recognise: (sample) => sample.some((value) => memoriesOf(value).some(isMemory)),
  parser(origin): Parser {
    const source = sourceOf('mcp-memory-service', origin);
    return {
      push: (value) => memoriesOf(value).map((one) => readMemory(source, one)),
      state: () => undefined,
    };
  },
};

export const mcpMemoryStore: MemoryStore = {
  name: 'mcp-memory-service',
  tables: { memories: ['id', 'content_hash', 'content', 'tags', 'memory_type', 'metadata', 'created_at'] },
  readToo: ['memory_graph'],
  *read(database, origin) {
    const source = sourceOf('mcp-memory-service', origin);
    const texts = new Map<unknown, string>();
    for (const row of plainRows(database, 'select * from memories order by created_at, id')) {
      const isDeleted = !isEmpty(row.deleted_at);
      yield [isDeleted ? skip('deleted in mcp-memory-service') : readMemory(source, without(row, 'id'))];
      if (!isDeleted && typeof row.content === 'string') texts.set(row.content_hash, row.content);
    }
    if (!has(database, 'memory_graph')) return;
    for (const edge of plainRows(
      database,
      'select * from memory_graph order by created_at, source_hash, target_hash',
    ))
      yield [readEdge(source, edge, texts)];
  },
};

const memoriesOf = (value: unknown): unknown[] => listAt(value, 'memories');

const isMemory = (value: unknown): boolean =>
  typeof field(value, 'content') === 'string' && typeof field(value, 'content_hash') === 'string';

/** Kinds of decisions in the ontology of the product. */
const decisions = new Set(['architecture', 'tool_choice', 'approach']);

function readMemory(source: Source, value: unknown): Captured {
  const given = fieldsOf(value);
  const content = textOr(given.content);
  if (content === undefined) return skip('memory without text');
  const { at, rest } = timeIn(given, 'created_at', 'created_at_iso');
  const metadata = parsed(given.metadata);
  const tags = typeof given.tags === 'string' ? given.tags.split(',') : listOf(given.tags);
  const named = tags.map((tag) => tag.trim()).filter((tag) => tag !== '' && tag !== 'untagged');
  const type = given.memory_type;
  const states = statement(decisions.has(String(type)) ? 'decision' : typeOf(type, named), {
    confidence: field(metadata, 'credibility') ?? given.confidence,
    project: field(metadata, 'project'),
  });
  return recordOf(source, 'memory', {
    id: [given.content_hash],
    // People search by tags, and metadata is not searched.
    text: named.length > 0 ? `${content}\n\nTags: ${named.join(', ')}` : content,
    at,
    // One that another replaced is kept, but no longer stated.
    states: textOr(given.superseded_by) === undefined ? states : undefined,
    rest: {
      ...without(
        given,
        'content',
        'tags',
        'metadata',
        'created_at',
        'created_at_iso',
        ...(instant(given.updated_at) === undefined ? [] : ['updated_at_iso']),
        'embedding',
      ),
      ...rest,
      tags: typeof given.tags === 'string' ? undefined : otherThanTexts(given.tags),
      metadata,
    },
  });
}

const longestQuote = 200;

/** What the product found to be connected. Most edges say only that two texts are alike, which is no statement. */
function readEdge(source: Source, edge: Fields, texts: ReadonlyMap<unknown, string>): Captured {
  const [from, to] = [texts.get(edge.source_hash), texts.get(edge.target_hash)];
  if (from === undefined || to === undefined) return skip('relation of a memory that is not there');
  const type = textOr(edge.relationship_type) ?? 'related';
  return recordOf(source, 'relation', {
    id: [edge.source_hash, edge.target_hash],
    text: `${cut(from, longestQuote)}\n${type}\n${cut(to, longestQuote)}`,
    at: edge.created_at,
    states: type === 'related' ? undefined : statement('fact'),
    rest: {
      ...without(edge, 'created_at', 'metadata', 'connection_types'),
      connection_types: parsed(edge.connection_types),
      metadata: parsed(edge.metadata),
    },
  });
}
