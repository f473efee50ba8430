/** The last version of the time when clients initialized; versions are dates and sort as such. */
const lastLegacyVersion = '2025-11-25';
const modernVersion = '2026-07-28';

/** Requests of the newest protocol tell their version in their `_meta` under this name. */
const versionKey = 'io.modelcontextprotocol/protocolVersion';

/**
 * Neither header nor body speaks of the newest protocol: then there is nothing to weigh, which costs as much as to
 * answer. What is neither plainly this nor {@link isPlainlyModern} is for the SDK to tell.
 */
export function isPlainlyLegacy(request: Request, body: object): boolean {
  const version = request.headers.get('mcp-protocol-version');
  const says = version === null || version <= lastLegacyVersion;
  return says && !Array.isArray(body) && metaOf(body)?.[versionKey] === undefined;
}

/** Header and body agree on the newest protocol. */
export const isPlainlyModern = (request: Request, body: object): boolean =>
  request.headers.get('mcp-protocol-version') === modernVersion &&
  metaOf(body)?.[versionKey] === modernVersion;

const metaOf = (body: object): Record<string, unknown> | undefined =>
  (body as { params?: { _meta?: Record<string, unknown> } | null }).params?._meta ?? undefined;
