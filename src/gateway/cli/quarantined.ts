import type { Quarantined } from '../../db/backup/signature.ts';

/** Sentences about what was brought back and does not count, with what to do about it; none when all of it counts. */
export function quarantinedLines({ keys, contexts }: Quarantined): string[] {
  const lines: string[] = [];
  if (keys.length > 0)
    lines.push(
      `API keys are revoked: ${keys.join(', ')}. "dewey keys add" makes new ones; until there is one, this lake asks for none. --with-keys on an empty lake lets them count.`,
    );
  if (contexts.length > 0)
    lines.push(
      `Startup contexts are inactive: ${contexts.join(', ')}. Read them, then set one active with dewey_set_startup_context and set_active; --with-contexts on an empty lake leaves them active.`,
    );
  return lines;
}
