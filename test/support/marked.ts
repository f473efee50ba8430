import { type FieldSchema, jsonSchemas } from '../../src/gateway/calls/schemas.ts';
import type { Tool } from '../../src/handlers/tool/tool.ts';
import { sample } from './schema.ts';

type Json = Record<string, unknown>;

/** A word in every marked text, so that searches find it; the mark itself is never searched for. */
export const bait = 'heron';
export const project = 'alpha-project';

/** The mark that no reply may show to a key that does not reach the toolset. */
export const markOf = (toolset: string): string => `kestrel-${toolset}-9f3b`;

const text = (toolset: string): string =>
  `The ${bait} loan desk: ${markOf(toolset)} was chosen for the reading room.`;
const decided = (toolset: string): string =>
  `Decision: We will use the ${bait} shelf ${markOf(toolset)} from Jan 1.`;

/** One or more calls that put a mark into each toolset; a toolset missing here fails the test. */
export const seeds: Record<string, readonly { tool: string; input: Json }[]> = {
  conversations: [
    {
      tool: 'dewey_store_message',
      input: {
        role: 'user',
        content: text('conversations'),
        project,
        metadata: { note: markOf('conversations') },
      },
    },
    {
      tool: 'dewey_begin_conversation',
      input: { session_id: 'session-of-conversations', project, metadata: { note: markOf('conversations') } },
    },
  ],
  contexts: [
    {
      tool: 'dewey_set_startup_context',
      input: { name: markOf('contexts'), content: text('contexts'), set_active: true },
    },
  ],
  fiedler: [
    {
      tool: 'dewey_store_fiedler_result',
      input: {
        correlation_id: 'run-1',
        model: 'm',
        status: 'success',
        prompt: bait,
        output: text('fiedler'),
      },
    },
  ],
  decisions: [
    {
      tool: 'membria_capture_decision',
      input: {
        statement: text('decisions'),
        alternatives: [markOf('decisions'), 'none'],
        confidence: 0.7,
        project,
        context: { module: 'database' },
      },
    },
  ],
  experience: [
    {
      tool: 'record_experience',
      input: {
        type: 'effective',
        domain: 'Debugging',
        situation: text('experience'),
        approach: `Asked the ${bait} desk`,
        outcome: text('experience'),
        reasoning: text('experience'),
        project,
      },
    },
  ],
  reasoning: [
    { tool: 'analyze_problem', input: { problem: text('reasoning'), session_id: 'session-of-reasoning' } },
    {
      tool: 'analyze_problem',
      input: { problem: text('reasoning'), session_id: 'session-of-reasoning-that-goes-on' },
    },
  ],
  workflow: [
    {
      tool: 'apply_preset',
      input: { preset_name: 'three-gate', session_id: `session-${markOf('workflow')}` },
    },
  ],
  artifacts: [
    {
      tool: 'artifact_ingest',
      input: {
        artifact_type: 'note',
        source_system: 'notes',
        source_id: 'seen by the team',
        content: `Decision: We will use the heron shelf from Jan 1.\nColour of the heron desk: ${markOf('artifacts')}`,
        project,
      },
    },
    ...[
      { shelf: 'private', more: { visibility_scope: 'me' } },
      { shelf: 'sensitive', more: { sensitivity: 'highly_sensitive' } },
    ].map(({ shelf: toolset, more }) => ({
      tool: 'artifact_ingest',
      input: {
        artifact_type: 'note',
        source_system: 'notes',
        source_id: `the ${toolset} one`,
        title: `On ${markOf(toolset)}`,
        content: `${decided(toolset)}\n${text(toolset)}`,
        project,
        metadata: { note: markOf(toolset) },
        ...more,
      },
    })),
  ],
  // Workers derive these from the documents, which are marked.
  events: [],
  memory: [
    { tool: 'memory_store', input: { content: text('memory'), type: 'fact', confidence: 0.9, project } },
    {
      tool: 'history_append',
      // A history is also a conversation, so it bears neither mark.
      input: { conversation_id: 'history-of-memory', role: 'user', content: `About the ${bait}` },
    },
  ],
};

/** Fields that identify rows, with the values seen for them. */
export type Ids = Map<string, Set<string | number>>;

const isId = (name: string): boolean => /(^|_)(id|uid)$/.test(name) || name === 'name';

const isMarked = (value: string | number): boolean => /kestrel-\w+-9f3b/.test(String(value));

/**
 * Collects every value of a reply or an input that identifies a row; values with a mark are never sent, so that echoes
 * reveal nothing.
 */
export function harvest(value: unknown, ids: Ids): void {
  if (Array.isArray(value)) for (const one of value) harvest(one, ids);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (isId(name) && (typeof inner === 'string' || typeof inner === 'number') && !isMarked(inner))
      ids.set(name, (ids.get(name) ?? new Set()).add(inner));
    harvest(inner, ids);
  }
}

const kindOf = (name: string): string => {
  if (/artifact/.test(name)) return 'artifact';
  if (name === 'name') return 'name';
  return name.replace(/_?u?id$/, '');
};

/** Values for a field that identifies a row, from everything seen under a similar name. */
export function idsFor(name: string, schema: FieldSchema, ids: Ids): (string | number)[] {
  if (!isId(name)) return [];
  const number = schema.type === 'integer';
  const found = [...ids].flatMap(([seen, values]) => (kindOf(seen) === kindOf(name) ? [...values] : []));
  return [...new Set(found)].filter((value) => (typeof value === 'number') === number);
}

/** An id of the same kind that does not exist. */
export function unknownLike(value: string | number): string | number {
  if (typeof value === 'number') return 987_654;
  const digits = /[0-9a-f]{12,}/i;
  return digits.test(value)
    ? value.replace(digits, (hex) => hex.replaceAll(/./g, (c, i) => (i % 2 ? 'e' : c === '0' ? '1' : '0')))
    : `${value}-not`;
}

/** A field of a tool's input that identifies a row, with a function that puts a value there. */
export type Named = { field: string; values: (string | number)[]; put(value: string | number): Json };

/** Valid inputs of a tool: the minimal one, the fullest one, and one for each row that it can name. */
export function inputsOf(tool: Tool, ids: Ids): { plain: Json[]; named: Named[] } {
  const schema = jsonSchemas(tool).input as FieldSchema;
  const fields = Object.entries(schema.properties ?? {});
  const filled = (name: string, field: FieldSchema): unknown => {
    const plain = field.type === 'string' && !field.enum && !field.format && !field.pattern;
    if (plain && !isId(name) && name !== 'project') return bait;
    return sample(field, '00000000-0000-7000-8000-000000000000');
  };
  const required = fields.filter(([name]) => schema.required?.includes(name));
  const least = Object.fromEntries(required.map(([name, field]) => [name, filled(name, field)]));
  const open = fields.filter(
    ([name, field]) => field.type === 'boolean' && /^(include|all|expand|explain)/.test(name),
  );
  const asking = fields.filter(
    ([name, field]) => /^(query|problem|statement|search)$/.test(name) && field.type === 'string',
  );
  const most = {
    ...least,
    ...Object.fromEntries(open.map(([name]) => [name, true])),
    ...Object.fromEntries(asking.map(([name]) => [name, bait])),
  };
  const named = fields.flatMap(([field, inner]): Named[] => {
    const values = idsFor(field, inner, ids);
    return values.length === 0 ? [] : [{ field, values, put: (value) => ({ ...most, [field]: value }) }];
  });
  return { plain: [least, most], named };
}
