import type { Log } from '../../../handlers/tool/deps.ts';
import type { Changes } from '../../notify/changes.ts';
import type { Visit } from './visit.ts';

/** What a page's route is given instead of dependencies. */
export type PageEnv = { Bindings: { visit: Visit; requestId: string } };

export type PageParts = {
  clock: () => Date;
  log: Log;
  /** Announces what was stored, by any process. */
  changes: Changes | undefined;
};
