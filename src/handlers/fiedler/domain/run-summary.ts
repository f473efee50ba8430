/**
 * The summary of an orchestration run: `{correlation_id, prompt, timestamp, results: [{model, status, output or output_file,
 * tokens: {prompt, completion}, duration, error}]}`. Orchestrators name fields differently, so the usual names of each are
 * read; what is not one of them stays unread.
 */

/** The answer of one model. */
export type RunResult = {
  model: string;
  /** Tells the answers of one model in a run apart, in their order. */
  externalId: string;
  status: 'success' | 'error';
  output?: string | undefined;
  /** Where the answer is, if it is not in the summary; relative to it, or a path on the machine of the run. */
  outputFile?: string | undefined;
  tokensPrompt?: number | undefined;
  tokensCompletion?: number | undefined;
  durationSeconds?: number | undefined;
  error?: string | undefined;
};

export type Run = {
  correlationId?: string | undefined;
  prompt?: string | undefined;
  /** RFC 3339. */
  at?: string | undefined;
  results: RunResult[];
};

type Fields = Readonly<Record<string, unknown>>;

const names = {
  run: ['correlation_id', 'correlationId', 'run_id', 'runId'],
  prompt: ['prompt', 'question', 'input'],
  time: ['timestamp', 'created_at', 'started_at', 'time'],
  results: ['results', 'responses', 'answers', 'outputs'],
  model: ['model', 'model_name', 'model_id'],
  status: ['status', 'state'],
  output: ['output', 'response', 'answer', 'content', 'text'],
  file: ['output_file', 'outputFile', 'output_path', 'file', 'path'],
  tokens: ['tokens', 'usage', 'token_usage'],
  tokensPrompt: ['prompt', 'prompt_tokens', 'tokens_prompt', 'input', 'input_tokens'],
  tokensCompletion: ['completion', 'completion_tokens', 'tokens_completion', 'output', 'output_tokens'],
  seconds: ['duration', 'duration_seconds', 'duration_s', 'elapsed', 'elapsed_seconds', 'seconds'],
  milliseconds: ['duration_ms', 'elapsed_ms', 'latency_ms'],
  error: ['error', 'error_message', 'message'],
} as const;

const longestName = 500;
const mostResults = 1000;
const mostTokens = 2_147_483_647;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function first<T>(fields: Fields, keys: readonly string[], read: (value: unknown) => T | undefined) {
  for (const key of keys) {
    const value = Object.hasOwn(fields, key) ? read(fields[key]) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
/** A prompt; orchestrators that keep none write how long it was in its place. */
const spoken = (value: unknown): string | undefined =>
  typeof value === 'string' && /^<redacted\b[^>]*>$/.test(value) ? undefined : text(value);
const word = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longestName ? value : undefined;
const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
const whole = (value: unknown): number | undefined => {
  const found = number(value);
  return found === undefined || found > mostTokens ? undefined : Math.round(found);
};
const message = (value: unknown): string | undefined => {
  const found = isFields(value) ? text(value.message) : text(value);
  return found === '' ? undefined : found;
};

/** Seconds stay below this until the year 5138; milliseconds passed it in 1973. */
const mostSeconds = 1e11;

function time(value: unknown): string | undefined {
  const zoned = typeof value === 'string' && /(?:Z|[+-]\d\d:?\d\d)$/i.test(value);
  let at = Number.NaN;
  if (typeof value === 'number') at = value < mostSeconds ? value * 1000 : value;
  else if (typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value))
    at = Date.parse(zoned ? value : `${value.replace(' ', 'T')}Z`);
  else if (typeof value === 'string' && /^\d{8}_\d{6}$/.test(value))
    at = Date.parse(value.replace(/^(....)(..)(..)_(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z'));
  const date = new Date(at);
  const year = date.getUTCFullYear();
  return year >= 1970 && year <= 9999 ? date.toISOString() : undefined;
}

/** @returns undefined when the value is no summary of a run. */
export function readRun(value: unknown): Run | undefined {
  if (!isFields(value)) return undefined;
  const given = first(value, names.results, listOf);
  if (given === undefined || given.length === 0 || given.length > mostResults) return undefined;
  const seen = new Map<string, number>();
  const results = given.flatMap((one) => readResult(one, seen) ?? []);
  if (results.length < given.length) return undefined;
  return {
    correlationId: first(value, names.run, word),
    prompt: first(value, names.prompt, spoken),
    at: first(value, names.time, time),
    results,
  };
}

/** A list of results, or an object of them by model, of which some orchestrators give only the text. */
function listOf(value: unknown): Fields[] | undefined {
  if (Array.isArray(value)) return value.every(isFields) ? value : undefined;
  if (!isFields(value)) return undefined;
  return Object.entries(value).flatMap(([model, one]) => {
    if (typeof one === 'string') return [{ model, output: one }];
    return isFields(one) ? [{ model, ...one }] : [];
  });
}

function readResult(given: Fields, seen: Map<string, number>): RunResult | undefined {
  const model = first(given, names.model, word);
  if (model === undefined) return undefined;
  const output = first(given, names.output, text);
  const outputFile = first(given, names.file, word);
  const error = first(given, names.error, message);
  const status = statusOf(first(given, names.status, word), { error, answered: output ?? outputFile });
  if (status === undefined) return undefined;
  const times = (seen.get(model) ?? 0) + 1;
  seen.set(model, times);
  const tokens = first(given, names.tokens, (one) => (isFields(one) ? one : undefined)) ?? {};
  const milliseconds = first(given, names.milliseconds, number);
  return {
    model,
    externalId: times === 1 ? `run:${model}` : `run:${model}#${times}`,
    status,
    output,
    outputFile,
    tokensPrompt:
      first(tokens, names.tokensPrompt, whole) ?? first(given, names.tokensPrompt.slice(1), whole),
    tokensCompletion:
      first(tokens, names.tokensCompletion, whole) ?? first(given, names.tokensCompletion.slice(1), whole),
    durationSeconds:
      first(given, names.seconds, number) ?? (milliseconds === undefined ? undefined : milliseconds / 1000),
    error: status === 'error' ? error : undefined,
  };
}

const succeeded = /^(?:success|succeeded|successful|ok|complete|completed|done)$/i;
const failed = /^(?:error|errored|failed|failure|timeout|timed_out|cancelled|canceled|aborted)$/i;

function statusOf(
  stated: string | undefined,
  { error, answered }: { error: string | undefined; answered: string | undefined },
): RunResult['status'] | undefined {
  if (stated !== undefined && failed.test(stated)) return 'error';
  if (stated !== undefined && succeeded.test(stated)) return 'success';
  if (stated !== undefined) return undefined;
  if (error !== undefined) return 'error';
  return answered === undefined ? undefined : 'success';
}
