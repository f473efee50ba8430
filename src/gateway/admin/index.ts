import type { Catalog } from '../../handlers/catalog.ts';
import { forgetDecision } from '../../handlers/decisions/forget-decision.ts';
import { importAntipatterns } from '../../handlers/decisions/import-antipatterns.ts';
import { learnDecisions } from '../../handlers/decisions/learn-decisions.ts';
import type { Tool } from '../../handlers/tool.ts';
import type { ApiKey } from '../env.ts';
import type { RetentionSettings } from '../retention/run.ts';
import { listAudit } from './audit.ts';
import { keyTools } from './keys.ts';
import { retentionTools } from './retention.ts';
import { scanTool } from './scan.ts';

/** What administers the server, by name: `POST /admin/<name>` for admin keys, and commands of their own. */
export function adminTools(
  fixed: readonly ApiKey[],
  catalog: Catalog,
  retention: RetentionSettings,
): ReadonlyMap<string, Tool> {
  const toolsets = catalog.shelves.map((shelf) => shelf.name);
  return new Map(
    [
      ...keyTools(fixed, toolsets),
      listAudit,
      ...retentionTools(retention),
      scanTool,
      forgetDecision,
      learnDecisions,
      importAntipatterns,
    ].map((tool) => [tool.name, tool]),
  );
}

/** True for a look at the audit log that goes on from an earlier one. */
export const isFollowing = (tool: Tool, input: unknown): boolean =>
  tool === listAudit && typeof input === 'object' && input !== null && 'after_id' in input;
