import { forgetDecision } from '../../handlers/decisions/forget-decision.ts';
import { importAntipatterns } from '../../handlers/decisions/import-antipatterns.ts';
import { learnDecisions } from '../../handlers/decisions/learn-decisions.ts';
import { dismissWarning, listRules } from '../../handlers/decisions/list-rules.ts';
import { acknowledge } from '../../handlers/decisions/resource-tools.ts';
import { settleOutcome } from '../../handlers/decisions/settle-proposal.ts';
import type { Catalog } from '../../handlers/tool/catalog.ts';
import type { Tool } from '../../handlers/tool/tool.ts';
import type { ApiKey } from '../config/env.ts';
import type { Secrets } from '../config/redaction.ts';
import type { RetentionSettings } from '../retention/run.ts';
import { listAudit, verifyAuditLog } from './audit.ts';
import { deletedIds } from './deleted-ids.ts';
import { listFailedExtractions, requeueExtractions } from './extractions.ts';
import { keyTools } from './keys.ts';
import { rereadTool } from './reread.ts';
import { retentionTools } from './retention.ts';
import { scanTool } from './scan.ts';
import { spoolTools } from './spool.ts';

/** The administration tools by name: `POST /admin/<name>` for admin keys, and the commands of the CLI. */
export function adminTools(
  fixed: readonly ApiKey[],
  catalog: Catalog,
  retention: RetentionSettings,
  secrets: Secrets = 'removed',
): ReadonlyMap<string, Tool> {
  const toolsets = catalog.toolsets.map((toolset) => toolset.name);
  return new Map(
    [
      ...keyTools(fixed, toolsets),
      listAudit,
      verifyAuditLog,
      ...retentionTools(retention),
      deletedIds,
      scanTool,
      rereadTool(secrets),
      listFailedExtractions,
      requeueExtractions,
      ...spoolTools(retention.dataDir, secrets),
      forgetDecision,
      learnDecisions,
      importAntipatterns,
      listRules,
      dismissWarning,
      settleOutcome,
      acknowledge,
      // They may take long, and hold up no other call meanwhile.
    ].map((tool) => [tool.name, { ...tool, runsOn: 'admin' as const }]),
  );
}
