import { codes } from './fault.ts';

export type Body = { value: unknown } | { problem: string; status: 400 | 413; code: number };

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads at most this many bytes, and says so when there are more; a request is never half taken. */
export async function readBody(request: Request, maxBytes: number): Promise<Body> {
  const tooLarge: Body = {
    status: 413,
    code: -32000,
    problem: `A request may have at most ${maxBytes.toLocaleString('en')} bytes; send it in parts.`,
  };
  const length = request.headers.get('content-length');
  if (Number(length) > maxBytes) return tooLarge;
  try {
    // A stated length is enforced below us, so the body can be taken in one piece.
    const bytes = length === null ? await collect(request, maxBytes) : await request.arrayBuffer();
    if (!bytes) return tooLarge;
    return { value: JSON.parse(decoder.decode(bytes)) };
  } catch {
    return { status: 400, code: codes.parse, problem: 'The body is not valid JSON in UTF-8.' };
  }
}

async function collect(request: Request, maxBytes: number): Promise<ArrayBuffer | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(new Uint8Array(chunk));
  }
  return new Blob(chunks).arrayBuffer();
}
