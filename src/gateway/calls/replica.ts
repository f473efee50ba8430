import type { Search } from '../../db/conversations/search.ts';
import { connect, type Database } from '../../db/postgres/connect.ts';
import { failureCode } from '../../db/postgres/errors.ts';
import type { Catalog } from '../../handlers/tool/catalog.ts';
import type { Deps, Log } from '../../handlers/tool/deps.ts';
import type { Reply, Tool } from '../../handlers/tool/tool.ts';
import type { Config } from '../config/env.ts';
import { startSearchThread } from '../search/index.ts';

/** A standby that answers reads. */
export type Replica = {
  /** Calls a tool where it may read what this client, known by a key of its own, must see. */
  call(tool: Tool, input: unknown, deps: Deps, client: string): Promise<Reply>;
  stop(): Promise<void>;
};

/** Opens a standby with a search engine of its own that reads from it. */
export function openReplica(url: string, config: Config, log: Log) {
  const db = connect(url, {
    timeoutMs: config.databaseTimeoutMs,
    statementMs: config.statementMs,
    applicationName: 'dewey replica',
  });
  const search = startSearchThread(
    { url, ...config.search, statementMs: config.statementMs.search, logLevel: config.logLevel },
    log,
  );
  return {
    db,
    search,
    async close() {
      await search.stop();
      await db.close();
    },
  };
}

/** Toolsets whose reads do not write; those of the others count usage. */
const toolsets = new Set(['conversations', 'contexts', 'fiedler']);
const lookEveryMs = 200;
/** A replica further behind than this is not used until it has caught up. */
const mostBehindMs = 5000;
/**
 * How many clients' last writes are remembered; for a client that is forgotten, reads may lag as far as the replica
 * does.
 */
const mostClients = 10_000;

/**
 * Sends reads to a standby where the caller cannot observe the difference.
 *
 * The primary is asked periodically how far it has written, and the standby whether it has applied that; this gives the
 * moment up to which every acknowledged write has arrived. A client that wrote after that moment reads from the
 * primary, and so does everyone while the standby is more than 5 seconds behind. A client that reads through a
 * different gateway than it wrote through may see data up to that old. A read that fails on the standby is repeated on
 * the primary.
 */
export function createReplica(
  catalog: Catalog,
  primary: Database,
  standby: Database,
  search: Search,
  log: Log,
): Replica {
  const reads = new Set<Tool>(
    catalog.toolsets
      .filter(({ name }) => toolsets.has(name))
      .flatMap(({ tools }) => tools.filter(({ effect }) => effect === 'read')),
  );
  /** Everything acknowledged before this moment is on the standby. */
  let completeUntil = Number.NEGATIVE_INFINITY;
  const lastWrites = new Map<string, number>();
  let looking: Promise<void> | undefined;
  let wanted: { at: number; position: string } | undefined;

  const look = async () => {
    try {
      if (!wanted) {
        const at = performance.now();
        const [row] = await primary.sql<
          { position: string }[]
        >`select pg_current_wal_lsn()::text as position`;
        wanted = row && { at, position: row.position };
      }
      if (!wanted) return;
      const [row] = await standby.sql<{ complete: boolean | null }[]>`
        select pg_last_wal_replay_lsn() >= ${wanted.position}::text::pg_lsn as complete`;
      if (!row?.complete) return;
      completeUntil = wanted.at;
      wanted = undefined;
    } catch (err) {
      wanted = undefined;
      log.warn({ code: failureCode(err) }, 'the replica does not answer; reads go to the primary');
    }
  };
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }, lookEveryMs).unref();

  const noteWrite = (client: string) => {
    lastWrites.delete(client);
    lastWrites.set(client, performance.now());
    if (lastWrites.size > mostClients) {
      const [oldest] = lastWrites.keys();
      if (oldest !== undefined) lastWrites.delete(oldest);
    }
  };
  const suits = (tool: Tool, client: string): boolean =>
    reads.has(tool) &&
    performance.now() - completeUntil < mostBehindMs &&
    (lastWrites.get(client) ?? Number.NEGATIVE_INFINITY) < completeUntil;

  const onStandby = async (tool: Tool, input: unknown, deps: Deps): Promise<Reply | undefined> => {
    const reply = await tool.call(input, { ...deps, db: standby, search, log: { ...log, error: log.warn } });
    if (reply.ok || !['unavailable', 'internal'].includes(reply.error.kind)) return reply;
    completeUntil = Number.NEGATIVE_INFINITY; // until it is known to have recovered
    return undefined;
  };

  return {
    async call(tool, input, deps, client) {
      if (suits(tool, client)) {
        const reply = await onStandby(tool, input, deps);
        if (reply) return reply;
      }
      const reply = await tool.call(input, deps);
      // Even a failed write may have been carried out.
      if (tool.effect !== 'read') noteWrite(client);
      return reply;
    },
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
