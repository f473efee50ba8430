/** Bytes that are not UTF-8 are refused: replacing them would change what is stored without a word. */
const decoder = new TextDecoder('utf-8', { fatal: true });

/** The longest request taken, over MCP and REST alike. */
export const maxBodyBytes = 16_000_000;

export type Body = { text: string } | { problem: 'too large' | 'not UTF-8' };

/** Reads a request as text, at most this many bytes of it; one with more is never half taken. */
export async function readText(request: Request, maxBytes = maxBodyBytes): Promise<Body> {
  const length = request.headers.get('content-length');
  if (Number(length) > maxBytes) return { problem: 'too large' };
  // A stated length is enforced below us, so the body can be taken in one piece, which is far cheaper.
  const bytes = length === null ? await collect(request, maxBytes) : await request.arrayBuffer();
  if (!bytes) return { problem: 'too large' };
  try {
    return { text: decoder.decode(bytes) };
  } catch {
    return { problem: 'not UTF-8' };
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
