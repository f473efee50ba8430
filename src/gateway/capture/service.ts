import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Database } from '../../db/connect.ts';
import type { Variables } from '../caller.ts';
import type { Config } from '../env.ts';
import { keyringOf } from '../guards/configured-keys.ts';
import type { Keyring } from '../guards/keyring.ts';
import { Figures } from './figures.ts';
import { Tally } from './groups.ts';
import { hookRoutes } from './hook-routes.ts';
import { lakeStore } from './ingest.ts';
import { ingestHook } from './ingest-hook.ts';
import { ingestProxied } from './proxy/ingest.ts';
import type { RecorderFigures } from './proxy/recorder.ts';
import { type RunningProxy, startProxy } from './proxy/server.ts';
import { measureSpool, type SpoolState } from './spool/append.ts';
import { type Drainer, startDrainer } from './spool/drain.ts';
import { spoolFolder } from './spool/segment.ts';
import { SpoolWriter } from './spool/writer.ts';
import { lakePlaces } from './tail/places.ts';
import { startTailer, type Tailer } from './tail/tailer.ts';

export type CaptureService = {
  routes: Hono<{ Variables: Variables }>;
  figures: Figures;
  spool: SpoolWriter;
  spoolState(): SpoolState;
  /** Age of the oldest event that waits. */
  spoolAgeSeconds(): number;
  /** What was captured and could not be kept, for `/readyz`; nothing while all is well. */
  health(): object;
  proxyFigures(): RecorderFigures | undefined;
  tailState(): { waiting: number; lagMs: number };
  /** Stores what the spool holds and follows transcripts from now on; before that, events are only put on disk. */
  start(): Promise<void>;
  /** Stores what can be stored and lets go of the spool. */
  stop(): Promise<void>;
  /** Listens for clients of the proxy, unless it is off. Needs no database. */
  startProxy(): Promise<RunningProxy | undefined>;
};

export type CaptureParts = {
  config: Config;
  /** Keys the proxy checks; those of the environment without them. */
  keys?: Keyring;
  db: Database;
  log: Logger;
  newId: () => string;
  clock: () => Date;
};

/** Everything that captures within a gateway: the hook routes and the spool with its drainer. */
export function createCapture({ config, keys, db, log, newId, clock }: CaptureParts): CaptureService {
  const folder = spoolFolder(config.dataDir);
  const spool = new SpoolWriter(folder, clock);
  const figures = new Figures();
  const store = lakeStore(db.sql, newId);
  let drainer: Drainer | undefined;
  let tailer: Tailer | undefined;
  let proxy: RunningProxy | undefined;
  return {
    routes: hookRoutes(db, spool, clock),
    figures,
    spool,
    spoolState: () => measureSpool(folder, spool.synced),
    spoolAgeSeconds() {
      const { oldestMs } = measureSpool(folder, spool.synced);
      return oldestMs === undefined ? 0 : Math.max(0, (clock().getTime() - oldestMs) / 1000);
    },
    health() {
      const { dropped } = measureSpool(folder);
      return dropped + figures.poison > 0 ? { capture: { dropped, set_aside: figures.poison } } : {};
    },
    proxyFigures: () => proxy?.figures,
    tailState: () => tailer?.state() ?? { waiting: 0, lagMs: 0 },
    async start() {
      drainer ??= startDrainer({
        folder,
        sql: db.sql,
        log,
        clock,
        writer: spool,
        limitBytes: config.spoolLimitBytes,
        onPoison: () => {
          figures.poison += 1;
        },
        async store(record, positions) {
          const tally = new Tally();
          if (record.kind === 'hook')
            figures.add('hook', await ingestHook(store, record.event, record.at, tally, positions), tally);
          else
            figures.add('proxy', await ingestProxied(store, record.call, record.at, tally, positions), tally);
        },
      });
      if (config.watch)
        tailer ??= await startTailer({
          folders: config.transcripts,
          places: lakePlaces(db.sql),
          store,
          log,
          figures,
          clock,
        });
    },
    async startProxy() {
      if (config.proxyPort === undefined) return undefined;
      try {
        proxy = await startProxy({
          config,
          keys: keys ?? keyringOf(config, undefined, log),
          spool,
          log,
          clock,
          newId,
        });
      } catch (err) {
        // The rest of the gateway is worth more than a port that somebody else has.
        log.error(
          { err, port: config.proxyPort },
          'no capture proxy; set DEWEY_PROXY_PORT to a free port or off',
        );
      }
      return proxy;
    },
    async stop() {
      await proxy?.stop();
      await tailer?.stop();
      if (drainer) await drainer.stop();
      else await spool.seal();
    },
  };
}
