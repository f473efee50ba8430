import type * as z from 'zod';
import { type ErrorDetails, ToolError } from './errors.ts';
import { issueText } from './issue-text.ts';
import { cut } from './text.ts';

/** The input as the client sent it, and with its slips corrected. */
type Input = { received: unknown; given: unknown };

/** Reports the first invalid field in detail (field, problem, received value) and the others in short. */
export function invalidInput(
  error: z.ZodError,
  input: Input,
  fields: readonly string[],
  explain?: (fault: { field: string; received: unknown }) => ErrorDetails,
): ToolError {
  const issues = error.issues.flatMap((issue) => toIssues(issue, input, fields));
  const [first] = issues;
  if (!first) return new ToolError('invalid_input', 'The input is invalid.');
  const { kind, ...found } = first;
  const received = receivedAt(input, error.issues[0]?.path ?? []);
  const details = { ...found, ...explain?.({ field: first.field, received }) };
  const message = `${first.field ? `${first.field}: ` : ''}${first.problem}.`;
  const others = issues.slice(1, 10).map(({ field, problem }) => ({ field, problem }));
  return new ToolError(kind, message, others.length > 0 ? { ...details, also: others } : details);
}

type Issue = ErrorDetails & { kind: 'invalid_input' | 'too_large'; field: string; problem: string };

function toIssues(issue: z.core.$ZodIssue, input: Input, fields: readonly string[]): Issue[] {
  const field = issue.path.join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      kind: 'invalid_input',
      field: [...issue.path, key].join('.'),
      problem: 'unknown field',
      ...(issue.path.length === 0
        ? {
            suggestion:
              fields.length > 0 ? `The fields are: ${fields.join(', ')}.` : 'This tool takes no fields.',
          }
        : {}),
    }));
  const received = receivedAt(input, issue.path);
  const limit =
    issue.code === 'custom'
      ? issue.params?.limit
      : issue.code === 'too_big' && issue.origin === 'array'
        ? issue.maximum
        : undefined;
  if (typeof limit === 'number') return [{ kind: 'too_large', field, problem: issueText(issue), limit }];
  const missing = received === undefined;
  return [
    {
      kind: 'invalid_input',
      field,
      problem: missing ? 'is required' : issueText(issue),
      ...(missing ? {} : { received: shortened(received) }),
    },
  ];
}

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    input,
  );

/** A field as the client sent it; within JSON in a string, as it was read. */
const receivedAt = ({ received, given }: Input, path: readonly PropertyKey[]): unknown =>
  valueAt(received, path) ?? valueAt(given, path);

/** Enough of a value to recognise it, never a whole message. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length > 100 ? `${cut(value, 100)}…` : value;
  if (Array.isArray(value)) return `array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'object';
  return value;
}
