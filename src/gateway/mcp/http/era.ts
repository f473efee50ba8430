/** The last version with initialize; versions are dates and sort as such. */
const lastLegacyVersion = '2025-11-25';
export const modernVersion = '2026-07-28';

/** Keys in the `_meta` of requests of the newest protocol. */
const versionKey = 'io.modelcontextprotocol/protocolVersion';
const clientKey = 'io.modelcontextprotocol/clientInfo';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

/**
 * True if neither header nor body mentions the newest protocol: then the full check is skipped, which costs as much as
 * the answer.
 */
export function isPlainlyLegacy(request: Request, body: object): boolean {
  const version = request.headers.get('mcp-protocol-version');
  const says = version === null || version <= lastLegacyVersion;
  const { params } = body as { params?: { _meta?: Record<string, unknown> | null } | null };
  return says && !Array.isArray(body) && params?._meta?.[versionKey] === undefined;
}

/** The client from `_meta`, if the request is one of the newest protocol with nothing else in it. */
export function envelopeOf(
  meta: object | undefined,
): { client: { name: string; version: string } } | undefined {
  const {
    [versionKey]: version,
    [clientKey]: client,
    [capabilitiesKey]: capabilities,
    ...more
  } = (meta ?? {}) as Record<string, unknown>;
  const { name, version: release } = (client ?? {}) as { name?: unknown; version?: unknown };
  const plain =
    version === modernVersion &&
    typeof capabilities === 'object' &&
    capabilities !== null &&
    Object.values(capabilities).every((capability) => typeof capability === 'object') &&
    Object.values(client ?? {}).every((said) => typeof said === 'string') &&
    Object.keys(more).length === 0;
  return plain && typeof name === 'string' && typeof release === 'string'
    ? { client: { name, version: release } }
    : undefined;
}
