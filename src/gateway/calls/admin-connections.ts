import type { Database } from '../../db/postgres/connect.ts';
import type { Tool } from '../../handlers/tool/tool.ts';
import { type CarryOut, plainly } from './dispatch.ts';

/** Runs administrative tools on connections of their own: they may take long, and must not delay calls. */
export const apart = (
  admin: ReadonlyMap<string, Tool>,
  db: Database,
  others: CarryOut = plainly,
): CarryOut => {
  const tools = new Set(admin.values());
  return (tool, input, deps, client) =>
    tools.has(tool) ? tool.call(input, { ...deps, db }) : others(tool, input, deps, client);
};
