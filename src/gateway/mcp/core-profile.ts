import type { Catalog } from '../../handlers/tool/catalog.ts';
import type { Tool } from '../../handlers/tool/tool.ts';
import type { JsonObject } from '../calls/schemas.ts';
import { type ListedTool, listTools } from './listing.ts';

type Shown = {
  /** Parameters shown to models; calls may use the others as well. */
  parameters: readonly string[];
  /** Arguments for parameters that a call leaves out, where they differ from the tool's own. */
  defaults?: JsonObject;
};

/**
 * The tools that a model needs every day, with the parameters it needs: listing all 69 tools costs it five times as many
 * tokens. Whatever the key allows can be called by name all the same.
 */
const shown: ReadonlyMap<string, Shown> = new Map<string, Shown>([
  [
    'hybrid_search',
    {
      parameters: ['query', 'kinds', 'project', 'limit', 'offset'],
      defaults: {
        kinds: ['artifact', 'event', 'memory', 'message', 'decision', 'experience', 'run'],
        detail: 'snippet',
        limit: 8,
      },
    },
  ],
  [
    'dewey_get_conversation',
    {
      parameters: ['conversation_id', 'after_turn', 'limit', 'max_chars'],
      defaults: { max_chars: 20_000 },
    },
  ],
  [
    'dewey_list_conversations',
    {
      parameters: ['project', 'query', 'start_date', 'end_date', 'limit', 'cursor'],
      defaults: { detail: 'snippet' },
    },
  ],
  [
    'dewey_store_message',
    { parameters: ['conversation_id', 'session_id', 'role', 'content', 'external_id'] },
  ],
  ['dewey_get_startup_context', { parameters: ['name'] }],
  ['dewey_set_startup_context', { parameters: ['name', 'content'] }],
  ['memory_store', { parameters: ['content', 'type', 'confidence'] }],
  ['membria_get_decision_context', { parameters: ['statement', 'module', 'confidence'] }],
  [
    'membria_capture_decision',
    { parameters: ['statement', 'alternatives', 'assumptions', 'confidence', 'project', 'context'] },
  ],
  [
    'membria_record_outcome',
    { parameters: ['decision_id', 'final_status', 'final_score', 'lessons_learned'] },
  ],
  [
    'artifact_ingest',
    { parameters: ['artifact_type', 'source_system', 'content', 'source_id', 'title', 'document_date'] },
  ],
  ['artifact_get', { parameters: ['artifact_id', 'include_content', 'char_offset', 'max_chars'] }],
]);

/** The profile's part of a catalog, with whole toolsets beside it. */
export function listCore(catalog: Catalog, toolsets: readonly string[]): ListedTool[] {
  const whole = new Set(
    catalog.toolsets.filter(({ name }) => toolsets.includes(name)).flatMap(({ tools }) => tools),
  );
  return listTools(catalog).flatMap((listed, i) => {
    const tool = catalog.tools[i];
    if (tool && whole.has(tool)) return [listed];
    const part = shown.get(listed.name);
    return part ? [shortened(listed, part)] : [];
  });
}

/** Without an output schema, which costs as much as the rest. */
function shortened(
  { outputSchema: _, ...listed }: ListedTool,
  { parameters, defaults = {} }: Shown,
): ListedTool {
  const {
    properties = {},
    required = [],
    ...schema
  } = listed.inputSchema as {
    properties?: Record<string, JsonObject>;
    required?: string[];
    type: 'object';
  };
  return {
    ...listed,
    inputSchema: {
      ...schema,
      properties: Object.fromEntries(
        Object.entries(properties)
          .filter(([name]) => parameters.includes(name))
          .map(([name, field]) => [name, name in defaults ? { ...field, default: defaults[name] } : field]),
      ),
      required: required.filter((name) => parameters.includes(name)),
    },
  };
}

/** The arguments of a call with the defaults of the profile; a tool that is not listed has those that shorten its result. */
export const withCoreDefaults = ({ name, input }: Pick<Tool, 'name' | 'input'>, args: unknown): unknown => {
  const defaults = shown.get(name)?.defaults ?? ('detail' in input.shape ? { detail: 'snippet' } : undefined);
  return defaults &&
    (args === undefined || (typeof args === 'object' && args !== null && !Array.isArray(args)))
    ? { ...defaults, ...args }
    : args;
};
