import type { ExportItem } from '../../../db/conversations/export.ts';
import type { Log } from '../../../handlers/tool/deps.ts';
import type { Tool } from '../../../handlers/tool/tool.ts';
import type { Download } from '../../http/downloads.ts';
import type { Changes } from '../../notify/changes.ts';
import type { Visit } from './visit.ts';

/** What a page's route is given instead of dependencies. */
export type PageEnv = {
  Bindings: {
    visit: Visit;
    requestId: string;
    /** Answers this request with a download, within the limits of all downloads and as long as its key is valid. */
    download(what: Download): Promise<Response>;
  };
};

export type PageParts = {
  clock: () => Date;
  log: Log;
  /** The whole of a conversation, after checking that this visitor may export it. */
  exportOf(visit: Visit, id: string): Promise<AsyncIterable<ExportItem>>;
  /** Examines this server, for admins; absent where it cannot. */
  doctor: Tool | undefined;
  /** The queue and the backups, for admins. */
  upkeep: Tool;
  /** The transcripts of this machine, for admins; absent where there are none. */
  transcripts: { show: Tool; start: Tool } | undefined;
  /** Tells what a session is given when it begins. */
  sessionStart: Tool;
  /** Announces what was stored, by any process. */
  changes: Changes | undefined;
};
