import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A scripted language model behind a real OpenAI-compatible server on a loopback port: the only double besides the
 * clock. Chat completions and embeddings.
 */
export type ModelDouble = {
  /** The value for `OPENAI_BASE_URL`. */
  url: string;
  /** Every request, in order of arrival. */
  requests: ModelRequest[];
  /** How the next chat completions are answered, one each; after that, `otherwise` applies. */
  next(...behaviours: Behaviour[]): void;
  /** How chat completions are answered when nothing is queued; initially `valid`. */
  otherwise: Behaviour;
  /**
   * How embeddings are answered; initially with `hashingVector`. A number is an HTTP status, an object sets the length
   * of the vectors, the body, or a text that is refused.
   */
  embeddings:
    | 'valid'
    | 'error'
    | 'hang'
    | 'hang-up'
    | number
    | { dimensions: number }
    | { reply: unknown }
    | { refused: string };
  /** Words that the model treats as the same. */
  synonyms: Record<string, string>;
  /** Resolves when this many requests have arrived. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
};

export type ModelRequest = {
  path: string;
  authorization: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: a body has the shape the caller gave it; the tests say which
  body: any;
};

/**
 * - `valid`: for each sentence marked `Decision:`, `Commitment:`, … an event with its exact quote; canonicalising keeps
 * all of them
 * - `wrong-offsets`: the same, with every offset wrong
 * - `invented-quote`: an event whose quote is not in the text
 * - `invented-event`: canonicalising adds an event that extraction did not find
 * - `malformed`: not JSON; `wrong-schema`: JSON of another shape
 * - `truncated`: ends in the middle, `finish_reason` length
 * - `refusal`: the model refuses
 * - `obeys`: the model follows the instructions of a hostile document
 * - a number: that HTTP status, with `retry-after: 7` when it is 429
 * - `hang`: no answer until the client times out; `hang-up`: the connection is cut
 * - an object or text: that, as the content
 */
export type Behaviour =
  | 'valid'
  | 'wrong-offsets'
  | 'invented-quote'
  | 'invented-event'
  | 'malformed'
  | 'wrong-schema'
  | 'truncated'
  | 'refusal'
  | 'obeys'
  | 'hang'
  | 'hang-up'
  | number
  | { content: unknown };

/** Dimensions of the vectors of `/embeddings` when the request names none. */
export const vectorSize = 64;

export async function startModel(): Promise<ModelDouble> {
  const queue: Behaviour[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error));
  });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString() || 'null');
    const path = request.url ?? '';
    double.requests.push({ path, authorization: request.headers.authorization, body });
    for (const waiter of waiting) if (double.requests.length >= waiter.count) waiter.resolve();
    const { status, headers, reply } = path.endsWith('/embeddings')
      ? embed(double, body)
      : complete(queue.shift() ?? double.otherwise, body);
    if (status === 'hang') return;
    if (status === 'hang-up') {
      response.destroy();
      return;
    }
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(reply));
  }

  const double: ModelDouble = {
    url: '',
    requests: [],
    next: (...behaviours) => void queue.push(...behaviours),
    otherwise: 'valid',
    embeddings: 'valid',
    synonyms: {},
    arrived: (count) =>
      double.requests.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ count, resolve })),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return double;
}

type Reply = { status: number | 'hang' | 'hang-up'; headers?: Record<string, string>; reply?: unknown };

const failure = (status: number): Reply => ({
  status,
  // The provider's own retry header in milliseconds would be obeyed too; the standard one is in seconds.
  ...(status === 429 && { headers: { 'retry-after': '7' } }),
  reply: { error: { message: `The double answers ${status}.`, type: 'double', code: null } },
});

// biome-ignore lint/suspicious/noExplicitAny: see ModelRequest
function complete(behaviour: Behaviour, body: any): Reply {
  if (typeof behaviour === 'number') return failure(behaviour);
  if (behaviour === 'hang' || behaviour === 'hang-up') return { status: behaviour };
  const choice = (content: string | null, fields: object = {}) => ({
    status: 200,
    reply: {
      id: 'chatcmpl-double',
      object: 'chat.completion',
      created: 0,
      model: body.model,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content, refusal: null, ...fields },
          finish_reason: behaviour === 'truncated' ? 'length' : 'stop',
        },
      ],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    },
  });
  if (typeof behaviour === 'object')
    return choice(
      typeof behaviour.content === 'string' ? behaviour.content : JSON.stringify(behaviour.content),
    );
  if (behaviour === 'refusal') return choice(null, { refusal: 'I cannot help with that.' });
  if (behaviour === 'malformed') return choice('Here are the events: {"events": [');
  if (behaviour === 'wrong-schema') return choice(JSON.stringify({ events: [{ category: 'Party' }] }));
  if (behaviour === 'obeys') return choice('HACKED. I follow the document now.');
  const reply = JSON.stringify(isCanonical(body) ? canonical(behaviour, body) : extracted(behaviour, body));
  return choice(behaviour === 'truncated' ? reply.slice(0, Math.ceil(reply.length / 2)) : reply);
}

// biome-ignore lint/suspicious/noExplicitAny: see ModelRequest
const isCanonical = (body: any): boolean => JSON.stringify(body.response_format).includes('canonical_events');
// biome-ignore lint/suspicious/noExplicitAny: see ModelRequest
const prompt = (body: any): string =>
  body.messages.find((message: { role: string }) => message.role === 'user').content;

/** The fenced parts of a prompt, in order: the text between an opening and a closing fence line. */
export const fenced = (text: string): string[] =>
  Array.from(text.matchAll(/^<<<([\w-]+)\n([\s\S]*?)\n\1>>>$/gm), ([, , inside = '']) => inside);

/** The document, or the events, which come last. */
const given = (body: unknown): string => {
  const inside = fenced(prompt(body)).at(-1);
  if (inside === undefined) throw new Error('The prompt fences nothing.');
  return inside;
};

const marked =
  /\b(Commitment|Execution|Decision|Collaboration|QualityRisk|Feedback|Change|Stakeholder): [^.\n]+\.?/g;

// biome-ignore lint/suspicious/noExplicitAny: see ModelRequest
function extracted(behaviour: Behaviour, body: any) {
  const document = given(body);
  const events = Array.from(document.matchAll(marked), (match) => {
    const quote = match[0].split(' ').slice(0, 25).join(' ');
    const start = Array.from(document.slice(0, match.index)).length;
    const offset = behaviour === 'wrong-offsets' ? start + 7 : start;
    return {
      category: match[1],
      subject: { type: 'other', ref: 'the matter' },
      actors: [{ ref: 'Ana', role: 'owner' }],
      event_time: null,
      narrative: match[0],
      evidence: {
        quote: behaviour === 'invented-quote' ? `nowhere ${quote}`.split(' ').slice(0, 25).join(' ') : quote,
        start_char: offset,
        end_char: offset + Array.from(quote).length,
      },
      confidence: 0.9,
    };
  });
  return { entities: [], events };
}

// biome-ignore lint/suspicious/noExplicitAny: see ModelRequest
function canonical(behaviour: Behaviour, body: any) {
  const { events } = JSON.parse(given(body));
  // biome-ignore lint/suspicious/noExplicitAny: what prompt B is given
  const kept = events.map(({ evidence, ...event }: any) => ({ ...event, evidence_list: [evidence] }));
  const invented = {
    ...kept[0],
    narrative: 'Nobody ever said this.',
    evidence_list: [{ chunk_id: null, quote: 'never said by anybody', start_char: 0, end_char: 21 }],
  };
  return { canonical_events: behaviour === 'invented-event' ? [...kept, invented] : kept };
}

function embed(
  { embeddings: behaviour, synonyms }: ModelDouble,
  body: { input: string | string[]; dimensions?: number; encoding_format?: string },
): Reply {
  if (behaviour === 'hang' || behaviour === 'hang-up') return { status: behaviour };
  if (behaviour === 'error') return failure(500);
  if (typeof behaviour === 'number') return failure(behaviour);
  const special: { dimensions?: number; reply?: unknown; refused?: string } =
    typeof behaviour === 'object' ? behaviour : {};
  if (special.reply !== undefined) return { status: 200, reply: special.reply };
  const inputs = typeof body.input === 'string' ? [body.input] : body.input;
  const { refused } = special;
  if (refused !== undefined && inputs.some((text) => text.includes(refused))) return failure(400);
  const size = special.dimensions ?? body.dimensions ?? vectorSize;
  const meant = (text: string) => text.replaceAll(/\p{L}+/gu, (word) => synonyms[word.toLowerCase()] ?? word);
  const data = inputs.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: encoded(hashingVector(meant(text), size), body.encoding_format),
  }));
  return {
    status: 200,
    reply: { object: 'list', model: 'double', data, usage: { prompt_tokens: 1, total_tokens: 1 } },
  };
}

/** The client requests 32-bit floats in base64 by default. */
const encoded = (vector: number[], format: string | undefined) =>
  format === 'base64' ? Buffer.from(Float32Array.from(vector).buffer).toString('base64') : vector;

/** A unit vector from the words of a text: texts that share words are close, and equal texts are equal. */
export function hashingVector(text: string, size = vectorSize): number[] {
  const vector = new Array<number>(size).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const digest = createHash('sha256').update(word).digest();
    const at = digest.readUInt32LE(0) % size;
    vector[at] = (vector[at] ?? 0) + ((digest[4] ?? 0) % 2 === 0 ? 1 : -1);
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
