/**
 * The fingerprint of a decision: SHA-256, in hex, of the canonical JSON (RFC 8785: keys sorted, no spaces) of the
 * statement, the sorted alternatives and the sorted assumptions. It excludes everything that may change later.
 */
export async function contextHash(decision: {
  statement: string;
  alternatives: readonly string[];
  assumptions: readonly string[];
}): Promise<string> {
  const canonical = JSON.stringify({
    alternatives: [...decision.alternatives].sort(),
    assumptions: [...decision.assumptions].sort(),
    statement: decision.statement,
  });
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
