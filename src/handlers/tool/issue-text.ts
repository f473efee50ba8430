import type * as z from 'zod';

/** Beginnings of zod's default messages, used where a schema has no message of its own. */
const unworded = /^(?:Too (?:small|big)|Invalid (?:option|input)): /;

/** Describes an invalid value in words that follow the name of its field. */
export function issueText(issue: z.core.$ZodIssue): string {
  const said = issue.message.replace(/\.$/, '');
  if (!unworded.test(said)) return said;
  switch (issue.code) {
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'must not be empty';
      return bound(issue.origin, 'at least', issue.minimum);
    case 'too_big':
      return bound(issue.origin, 'at most', issue.maximum);
    case 'invalid_type':
      return wrongType(said);
    case 'invalid_union':
      return 'is of a kind that is not accepted here';
    default:
      return said.replace(unworded, '');
  }
}

/** Some values have no name that a client would know, such as a number beyond the range of numbers. */
function wrongType(said: string): string {
  const [, expected = '', received = ''] = /expected (\w+), received (\w+)$/.exec(said) ?? [];
  if (expected === 'int' && received === 'number') return 'must be a whole number';
  const wanted = `must be ${kinds[expected] ?? 'of another kind'}`;
  return received in kinds ? `${wanted}, not ${kinds[received]}` : wanted;
}

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const units: Record<string, string> = { string: 'characters', array: 'items' };

function bound(origin: string, which: 'at least' | 'at most', limit: number | bigint): string {
  const unit = units[origin];
  const number = limit.toLocaleString('en');
  return unit === undefined
    ? `must be ${which} ${number}`
    : `${which === 'at least' ? 'must' : 'may'} have ${which} ${number} ${unit}`;
}
