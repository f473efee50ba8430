import { type Captured, field, type Source, skip, textField } from '../../messages/captured.ts';
import type { Format, Parser } from './format.ts';
import { without } from './record-values.ts';
import { fieldsOf, recordOf, sourceOf, statement, typeOf } from './records.ts';

/**
 * `memory.jsonl` of the MCP server "memory" (`@modelcontextprotocol/server-memory`): a graph of entities with their
 * observations, and relations between them. Nothing in it has a time.
 */
const serverMemory: Format = {
  name: 'server-memory',
  unit: 'line',
  live: false,
  rewritten: true,
  memories: true,
  recognise: (sample) => sample.some((line) => isEntity(line) || isRelation(line)),
  parser(origin): Parser {
    const source = sourceOf('server-memory', origin);
    return { push: (line) => read(source, line), state: () => undefined };
  },
};

export default serverMemory;

const isEntity = (line: unknown): boolean =>
  field(line, 'type') === 'entity' &&
  textField(line, 'name') !== undefined &&
  Array.isArray(field(line, 'observations'));

const isRelation = (line: unknown): boolean =>
  field(line, 'type') === 'relation' &&
  [field(line, 'from'), field(line, 'to'), field(line, 'relationType')].every(
    (end) => typeof end === 'string',
  );

function read(source: Source, line: unknown): Captured[] {
  if (isEntity(line)) return readEntity(source, line);
  if (!isRelation(line)) return [skip('neither an entity nor a relation')];
  const { from, to, relationType } = fieldsOf(line);
  const rest = without(fieldsOf(line), 'type');
  return [
    recordOf(source, 'relation', {
      id: [],
      text: `${from} ${relationType} ${to}`,
      states: statement('fact'),
      rest,
    }),
  ];
}

/** Each observation is a statement of its own; an entity without any is one as well. */
function readEntity(source: Source, line: unknown): Captured[] {
  const name = textField(line, 'name') ?? '';
  const type = textField(line, 'entityType');
  const title = type ? `${name} (${type})` : name;
  const states = statement(typeOf(type));
  const { name: entity, observations, ...others } = without(fieldsOf(line), 'type');
  const rest = { entity, ...others };
  const told: unknown[] = Array.isArray(observations) ? observations : [];
  if (told.length === 0) return [recordOf(source, 'entity', { id: [], text: title, states, rest })];
  return told.map((observation) =>
    typeof observation === 'string' && observation.trim() !== ''
      ? recordOf(source, 'observation', { id: [], text: `${title}: ${observation}`, states, rest })
      : skip('observation without text'),
  );
}
