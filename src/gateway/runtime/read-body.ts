/** Bytes that are not UTF-8 are refused: replacing them would silently change what is stored. */
const decoder = new TextDecoder('utf-8', { fatal: true });

/** The largest request body, for MCP and REST alike. */
export const maxBodyBytes = 16_000_000;

export type Body = { text: string } | { problem: 'too large' | 'not UTF-8' };

/** Reads a request body as text; throws if it exceeds this many bytes. */
export async function readText(request: Request, maxBytes = maxBodyBytes): Promise<Body> {
  const length = request.headers.get('content-length');
  if (Number(length) > maxBytes) return { problem: 'too large' };
  // A declared length is enforced by the HTTP layer, so the body can be read in one piece, which is far cheaper.
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
