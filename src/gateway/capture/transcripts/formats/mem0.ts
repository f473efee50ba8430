import { type Captured, field, note, type Source, skip, textField } from '../../messages/captured.ts';
import type { Format, Origin, Parser } from './format.ts';
import { listAt, textOr, without } from './record-values.ts';
import { fieldsOf, recordOf, sourceOf, statement, typeOf } from './records.ts';

/** What mem0 answers when asked for all memories, saved as a file: an object with `results`, or the bare list. */
const mem0: Format = {
  name: 'mem0',
  unit: 'element',
  live: false,
  rewritten: true,
  memories: true,
  recognise: (sample) => sample.some((value) => isMemory(value) || resultsOf(value).some(isMemory)),
  parser(origin: Origin): Parser {
    const source = sourceOf('mem0', origin);
    return { push: (value) => read(source, value), state: () => undefined };
  },
};

export default mem0;

const isMemory = (value: unknown): boolean =>
  typeof field(value, 'id') === 'string' && typeof field(value, 'memory') === 'string';

const resultsOf = (value: unknown): unknown[] => listAt(value, 'results');

function read(source: Source, value: unknown): Captured[] {
  if (!Array.isArray(field(value, 'results'))) return [readMemory(source, value)];
  return [
    ...resultsOf(value).map((one) => readMemory(source, one)),
    ...listAt(value, 'relations').map((one) => readRelation(source, one)),
    // The service answers page by page.
    ...(textOr(field(value, 'next')) ? [note('it has further pages, which are not in this file')] : []),
  ];
}

function readMemory(source: Source, value: unknown): Captured {
  const text = textField(value, 'memory');
  if (text === undefined) return skip('memory without text');
  const { id, metadata, categories, created_at: at } = fieldsOf(value);
  const states = statement(typeOf(categories, field(metadata, 'category'), field(metadata, 'type')));
  const rest = without(fieldsOf(value), 'memory', 'created_at');
  return recordOf(source, 'memory', { id: [id], text, at, states, rest });
}

/** An edge of its graph; the end is named differently by different answers. */
function readRelation(source: Source, value: unknown): Captured {
  const from = textField(value, 'source');
  const type = textField(value, 'relationship') ?? textField(value, 'relation');
  const to = textField(value, 'target') ?? textField(value, 'destination');
  if (from === undefined || type === undefined || to === undefined) return skip('relation without both ends');
  const rest = fieldsOf(value);
  return recordOf(source, 'relation', {
    id: [],
    text: `${from} ${type} ${to}`,
    states: statement('fact'),
    rest,
  });
}
