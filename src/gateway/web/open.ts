import { type ExportFilter, exportedLines } from '../../db/conversations/export.ts';
import type { Database } from '../../db/postgres/connect.ts';
import type { CaptureService } from '../capture/service.ts';
import type { Config } from '../config/env.ts';
import { checkLake } from '../doctor/database.ts';
import { checkFiles } from '../doctor/files.ts';
import { itemsOf } from '../export/lines.ts';
import { exportConversations } from '../http/routes/export.ts';
import { createDoctorTool } from './tools/care.ts';
import { createSessionStart } from './tools/shelves.ts';
import { transcriptTools } from './tools/transcripts.ts';
import { createUpkeepTool } from './tools/upkeep.ts';
import { createViewer, type Viewer, type ViewerOptions } from './viewer.ts';

type Opened = Omit<ViewerOptions, 'exportOf' | 'doctor' | 'upkeep' | 'transcripts' | 'sessionStart'> & {
  db: Database;
  config: Config;
  /** The configuration with the port that the server listens on, once it does. */
  listening: () => Config;
  newId: () => string;
  capture: CaptureService | undefined;
};

/** The viewer of a server on Node, unless the configuration turns it off. */
export function openViewer({
  db,
  config,
  listening,
  newId,
  capture,
  ...options
}: Opened): Viewer | undefined {
  if (!config.viewer) return undefined;
  const { clock, log } = options;
  return createViewer({
    ...options,
    doctor: createDoctorTool(async () => [
      ...(await checkLake(db.sql, 'PostgreSQL', config, clock())),
      // Where an agent looks for programs is known to its own environment only: `dewey doctor` checks the hooks.
      ...(await checkFiles(listening(), '', clock())).filter(({ check }) => check !== 'hooks'),
    ]),
    upkeep: createUpkeepTool(config.backups),
    sessionStart: createSessionStart(config.briefTokens),
    transcripts: transcriptTools({ config, db, log, newId, capture }),
    async exportOf(visit, id) {
      // The filter as it was allowed: a key of one project has its project in it.
      const filter = await visit.call<ExportFilter>(exportConversations, { ids: [id] });
      return itemsOf(exportedLines(db.sql, filter));
    },
  });
}
