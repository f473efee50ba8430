import { Hono } from 'hono';
import * as z from 'zod';
import type { Block } from './content.ts';
import type { Deps } from './deps.ts';
import { dropNulls } from './drop-nulls.ts';
import type { Effect } from './effect.ts';
import { type ErrorDetails, ToolError } from './errors.ts';
import { forgive } from './forgive.ts';
import { invalidInput } from './invalid-input.ts';
import { parseInput } from './parse-json.ts';
import type { ProjectScope } from './project-scope.ts';
import { recordCallActivity } from './record-activity.ts';
import { storableDeep } from './text.ts';
import { checkTimeRange } from './time-range.ts';
import { toToolError } from './to-tool-error.ts';

/** A tool as its module defines it. */
export type ToolCard<Input extends z.ZodObject, Output extends z.ZodType> = {
  name: string;
  title: string;
  /** What the tool does, when to use it, what it returns. */
  description: string;
  effect: Effect;
  input: Input;
  output: Output;
  /**
   * A successful call counts for the workflow session that it names in `session_id`, or that it starts. It is recorded
   * before the reply, so a gate checked next sees it. A function decides by the output: a search that found nothing has
   * taught nothing.
   */
  countsForGates?: true | ((output: z.output<Output>) => boolean);
  /** Restricts a call to the one project of its key; without it, keys limited to a project may not call the tool. */
  projectScope?: ProjectScope;
  /**
   * Additional toolsets whose rows a call needs, for keys that do not include them. List only those the tool cannot work
   * without. A call with such a key that uses any other toolset's tables fails.
   */
  lends?: readonly string[];
  /** Details about an invalid field beyond its schema: a named reason, a suggestion. */
  explain?(fault: { field: string; received: unknown }): Pick<ErrorDetails, 'reason' | 'suggestion'>;
  /** The toolset that a key must include, for a tool outside the catalog. */
  toolset?: string;
  /** Other names that also call it, not listed. */
  aliases?: readonly string[];
  /** Marks the tool to stay loaded in clients that load tools on demand. */
  essential?: boolean;
  /** Lets foreground calls go first. */
  background?: boolean;
  /** Stores its input unredacted: secrets were redacted before, or it copies what was already stored. */
  verbatim?: boolean;
  /** Reports progress, logs or asks while it runs, so the reply may be a stream. */
  interactive?: boolean;
  /** Which connections of the server it runs on: those for administration, or the usual ones. */
  runsOn?: 'admin';
  /** URIs of the resources changed by a call, to notify their subscribers. */
  touches?(output: z.output<Output>, input: z.output<Input>): readonly string[];
  /** Content blocks for a model when the result is an image, a sound or a document instead of data. */
  content?(output: z.output<Output>): Block[];
  /** Does the work, independent of transport. Throws a {@link ToolError} for failures reported to the client. */
  run(input: z.output<Input>, deps: Deps): Promise<z.input<Output>>;
};

/** The reply to one call: the tool's output, or an error the client may see. */
export type Reply =
  | { ok: true; value: unknown; touched: readonly string[] }
  | { ok: false; error: ToolError };

/** A tool as the gateway mounts it. */
export type Tool = Readonly<
  Omit<ToolCard<z.ZodObject, z.ZodType>, 'run' | 'touches' | 'content' | 'countsForGates'>
> & {
  /** Validates the input, runs the tool, validates the output. Never throws. */
  readonly call: (input: unknown, deps: Deps) => Promise<Reply>;
  /** Whether its calls may count for gates. */
  readonly countsForGates: boolean;
  readonly content: ((output: unknown) => Block[]) | undefined;
  /** The tool as a Hono app: `POST /` with the input as JSON and the dependencies as bindings, or mounted in a gateway. */
  readonly app: Hono<{ Bindings: Deps | Mounted }>;
};

/** The bindings of a tool's app that is mounted in a gateway, which reads the input and calls the tool itself. */
export type Mounted = {
  /**
   * @returns the value of the reply.
   * @throws ToolError when the call fails; the error handler of the gateway answers it.
   */
  dispatch(tool: Tool): Promise<unknown>;
};

/**
 * Creates a tool from its card.
 *
 * @example
 * const reply = await tool.app.request('/', { method: 'POST', body: '{"query":"loan period"}' }, deps);
 */
export function tool<Input extends z.ZodObject, Output extends z.ZodType>(
  card: ToolCard<Input, Output>,
): Tool {
  const { run, touches, content, countsForGates, ...face } = card;
  const countsFor = typeof countsForGates === 'function' ? countsForGates : () => countsForGates === true;
  const fields = Object.keys(card.input.shape);
  const writes = card.effect !== 'read';
  // A tool that stores text may have to replace what PostgreSQL cannot store, and reports it.
  const output =
    writes && card.output instanceof z.ZodObject ? card.output.extend({ sanitized, redacted }) : card.output;

  const call = async (received: unknown, deps: Deps): Promise<Reply> => {
    try {
      const given = forgive(card.input, received);
      const clean = cleaned(given);
      const { value: safe, found } = await withoutSecrets(card, clean, deps);
      const parsed = card.input.safeParse(dropNulls(card.input, safe));
      if (!parsed.success) throw invalidInput(parsed.error, { received, given }, fields, card.explain);
      checkTimeRange(parsed.data);
      const value = await run(parsed.data, deps);
      const marked = writes ? withNotes(value, clean !== given, found) : value;
      const checked = output.parse(marked);
      if (countsFor(checked as z.output<Output>)) await recordCallActivity(card, parsed.data, value, deps);
      return {
        ok: true,
        value: checked,
        touched: touches?.(checked as z.output<Output>, parsed.data) ?? none,
      };
    } catch (thrown) {
      const requestId = deps.call?.requestId ?? deps.newId();
      const { error, unexpected } = toToolError(thrown, requestId);
      if (unexpected) deps.log.error({ err: thrown, tool: card.name, requestId }, 'tool failed');
      return { ok: false, error };
    }
  };

  // Without an error handler of its own: Hono would wrap every call of a mounted app in it.
  const app = new Hono<{ Bindings: Deps | Mounted }>().post('/', async (c) => {
    const { env } = c;
    if ('dispatch' in env) return c.json(await env.dispatch(made));
    try {
      return c.json(resultOf(await call(parseInput(await c.req.text()), env)));
    } catch (thrown) {
      const { error } = toToolError(thrown, env.newId());
      return c.json(error.body, error.status);
    }
  });

  const { projectScope } = card;
  const made: Tool = {
    ...face,
    countsForGates: countsForGates !== undefined,
    output,
    // What is checked is what the tool will read: corrected before the check as before the validation.
    ...(projectScope && {
      projectScope: (input, project, deps) =>
        projectScope(forgive(card.input, input) as typeof input, project, deps),
    }),
    call,
    app,
    content: content && ((value) => content(value as z.output<Output>)),
  };
  return made;
}

/**
 * The value of a reply, as JSON has it.
 *
 * @throws ToolError when the call failed.
 */
export function resultOf(reply: Reply): unknown {
  if (!reply.ok) throw reply.error;
  return reply.value ?? null;
}

const none: readonly string[] = [];

const sanitized = z
  .boolean()
  .optional()
  .describe('NUL characters or lone surrogates were replaced by U+FFFD');

const redacted = z.record(z.string(), z.int()).optional().describe('Secrets redacted, by kind');

/** Redacts the input of tools with any effect other than read, because they may store it. */
const withoutSecrets = async (
  card: Pick<ToolCard<z.ZodObject, z.ZodType>, 'effect' | 'verbatim'>,
  input: unknown,
  { redact }: Deps,
): Promise<{ value: unknown; found: Readonly<Record<string, number>> }> =>
  card.effect === 'read' || card.verbatim || !redact ? { value: input, found: {} } : await redact(input);

/** Adds notes on changes made before storing to the tool's output. */
function withNotes<Value>(
  value: Value,
  isSanitized: boolean,
  found: Readonly<Record<string, number>>,
): Value {
  const hasSecrets = Object.keys(found).length > 0;
  if (!isSanitized && !hasSecrets) return value;
  return {
    ...value,
    ...(isSanitized ? { sanitized: true } : {}),
    ...(hasSecrets ? { redacted: found } : {}),
  };
}

function cleaned(input: unknown): unknown {
  try {
    return storableDeep(input);
  } catch (error) {
    if (error instanceof RangeError)
      throw new ToolError('invalid_input', `The input is ${error.message}.`, { suggestion: 'Flatten it.' });
    throw error;
  }
}
