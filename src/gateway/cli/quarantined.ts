import type { Quarantined } from '../../db/backup/signature.ts';
import { oneLine } from './terminal/harmless.ts';

/** Explains what was restored but deactivated, and what to do; empty when everything is active. */
export function quarantinedLines({ keys, contexts }: Quarantined): string[] {
  const lines: string[] = [];
  if (keys.length > 0)
    lines.push(
      `API keys are revoked: ${keys.map(oneLine).join(', ')}. Add new ones with "dewey keys add"; until then, they keep it closed: a server answers requests without a valid key with 401. Use --with-keys on an empty lake to keep them active.`,
    );
  if (contexts.length > 0)
    lines.push(
      `Startup contexts are inactive: ${contexts.map(oneLine).join(', ')}. Review them, then activate one with dewey_set_startup_context and set_active. Use --with-contexts on an empty lake to keep them active.`,
    );
  return lines;
}
