import { Hono } from 'hono';
import * as z from 'zod';
import type { Block } from './content.ts';
import type { Deps } from './deps.ts';
import { dropNulls } from './drop-nulls.ts';
import type { Effect } from './effect.ts';
import { type ErrorDetails, ToolError } from './errors.ts';
import { invalidInput } from './invalid-input.ts';
import { parseInput } from './parse-json.ts';
import type { ProjectScope } from './project-scope.ts';
import { recordCallActivity } from './record-activity.ts';
import { storableDeep } from './text.ts';
import { toToolError } from './to-tool-error.ts';

/** A tool as its module describes it. */
export type ToolCard<Input extends z.ZodObject, Output extends z.ZodType> = {
  name: string;
  title: string;
  /** What it does, when to use it, what comes back. */
  description: string;
  effect: Effect;
  input: Input;
  output: Output;
  /**
   * A successful call counts for the workflow session it names with `session_id`, or begins. It is written before the reply,
   * so that a gate asked next has seen it.
   */
  countsForGates?: boolean;
  /** Keeps a call within the one project that its key reaches; without this such a key may not call it. */
  projectScope?: ProjectScope;
  /**
   * Toolsets beside its own whose rows a call needs, for callers whose key does not reach them: only what it must have
   * for what it is there for. Without it such a key's call that names their tables fails.
   */
  lends?: readonly string[];
  /** More about an invalid field than its schema can say: a named reason, a suggestion. */
  explain?(fault: { field: string; received: unknown }): Pick<ErrorDetails, 'reason' | 'suggestion'>;
  /** The toolset a key must reach to call it, for what is in no catalog. */
  toolset?: string;
  /** Other names it is called by, not listed. */
  aliases?: readonly string[];
  /** Asks clients that load tools on demand to have this one at hand always. */
  essential?: boolean;
  /** Lets other calls go first: nobody waits for it. */
  background?: boolean;
  /** Stores what it is given to the letter: secrets were taken out before, or it is a copy of what was stored already. */
  verbatim?: boolean;
  /** Reports progress, logs or asks while it runs, so its answer may come as a stream. */
  interactive?: boolean;
  /** Addresses of the resources that a call has changed, so that their subscribers are told. */
  touches?(output: z.output<Output>, input: z.output<Input>): readonly string[];
  /** What a model is shown where that is not data but an image, a sound or a document. */
  content?(output: z.output<Output>): Block[];
  /** Does the work; knows no transport. Throws a {@link ToolError} for what the client should be told. */
  run(input: z.output<Input>, deps: Deps): Promise<z.input<Output>>;
};

/** The answer to one call: the tool's output, or the failure as the client may see it. */
export type Reply =
  | { ok: true; value: unknown; touched: readonly string[] }
  | { ok: false; error: ToolError };

/** A tool as the gateway mounts it. */
export type Tool = Readonly<Omit<ToolCard<z.ZodObject, z.ZodType>, 'run' | 'touches' | 'content'>> & {
  /** The one door: validates, runs, checks the output. Never throws. */
  readonly call: (input: unknown, deps: Deps) => Promise<Reply>;
  readonly content: ((output: unknown) => Block[]) | undefined;
  /** The tool as a Hono app of its own: `POST /` with the input as JSON, dependencies as bindings. */
  readonly app: Hono<{ Bindings: Deps }>;
};

/**
 * Makes a tool of its card.
 *
 * @example
 * const reply = await tool.app.request('/', { method: 'POST', body: '{"query":"loan period"}' }, deps);
 */
export function tool<Input extends z.ZodObject, Output extends z.ZodType>(
  card: ToolCard<Input, Output>,
): Tool {
  const { run, touches, content, ...face } = card;
  const fields = Object.keys(card.input.shape);
  const writes = card.effect !== 'read';
  // Whatever stores text may have to replace what PostgreSQL cannot hold, and then says so.
  const output =
    writes && card.output instanceof z.ZodObject ? card.output.extend({ sanitized, redacted }) : card.output;

  const call = async (received: unknown, deps: Deps): Promise<Reply> => {
    try {
      const clean = cleaned(received);
      const { value: safe, found } = await withoutSecrets(card, clean, deps);
      const parsed = card.input.safeParse(dropNulls(card.input, safe));
      if (!parsed.success) throw invalidInput(parsed.error, received, fields, card.explain);
      const value = await run(parsed.data, deps);
      if (card.countsForGates) await recordCallActivity(card, parsed.data, value, deps);
      const marked = writes ? withNotes(value, clean !== received, found) : value;
      const checked = output.parse(marked);
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

  const app = new Hono<{ Bindings: Deps }>()
    .post('/', async (c) => {
      const reply = await call(parseInput(await c.req.text()), c.env);
      return reply.ok ? c.json(reply.value ?? null) : c.json(reply.error.body, reply.error.status);
    })
    .onError((thrown, c) => {
      const { error } = toToolError(thrown, c.env.newId());
      return c.json(error.body, error.status);
    });

  return {
    ...face,
    output,
    call,
    app,
    content: content && ((value) => content(value as z.output<Output>)),
  };
}

const none: readonly string[] = [];

const sanitized = z
  .boolean()
  .optional()
  .describe('True when NUL characters or lone surrogates had to be replaced by U+FFFD');

const redacted = z
  .record(z.string(), z.int())
  .optional()
  .describe('Secrets that were taken out before storing, by kind');

/** Whatever does more than read may store what it is given. */
const withoutSecrets = async (
  card: Pick<ToolCard<z.ZodObject, z.ZodType>, 'effect' | 'verbatim'>,
  input: unknown,
  { redact }: Deps,
): Promise<{ value: unknown; found: Readonly<Record<string, number>> }> =>
  card.effect === 'read' || card.verbatim || !redact ? { value: input, found: {} } : await redact(input);

/** What had to be changed before storing, beside what the tool answers. */
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
