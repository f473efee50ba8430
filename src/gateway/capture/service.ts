import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { messages } from '../../db/conversations/collection.ts';
import type { Search } from '../../db/conversations/search.ts';
import type { Database } from '../../db/postgres/connect.ts';
import { failureCode } from '../../db/postgres/errors.ts';
import type { Keyring } from '../auth/keyring.ts';
import type { Config } from '../config/env.ts';
import { secretsOf } from '../config/redaction.ts';
import type { Refusals } from '../http/refusals.ts';
import { Figures } from './messages/counters.ts';
import { lakeStore } from './messages/store.ts';
import type { RecorderFigures } from './proxy/recorder.ts';
import { type RunningProxy, startProxy } from './proxy/server.ts';
import { measureSpool, type SpoolState } from './spool/append.ts';
import { type Drainer, startDrainer } from './spool/drain.ts';
import { spoolFolder } from './spool/segment.ts';
import { watchSpool } from './spool/writable.ts';
import { SpoolWriter, unsealed } from './spool/writer.ts';
import { storeRecords } from './store-records.ts';
import { lakeOffsets } from './transcripts/tail/offsets.ts';
import { type AgentReads, ReadsByAgent } from './transcripts/tail/reads.ts';
import { startTailer, type Tailer } from './transcripts/tail/tailer.ts';

export type CaptureService = {
  figures: Figures;
  spool: SpoolWriter;
  spoolState(): SpoolState;
  /** Age of the oldest waiting event, in seconds; 0 when none waits. */
  spoolAgeSeconds(): number;
  /** Why events cannot be written to disk, for `/readyz`; undefined when they can. */
  problem(): Promise<string | undefined>;
  /** Counts of records that were captured but not stored, for `/readyz`; empty when there are none. */
  health(): object;
  proxyFigures(): RecorderFigures | undefined;
  tailState(): { waiting: number; lagMs: number };
  /** What was read of each agent's transcripts since the start. */
  tailReads(): AgentReads[];
  /** Waits until the events on disk are stored, but not longer than this. */
  settle(mostMs: number): Promise<void>;
  /** Begins draining the spool and following transcripts; until then, events are only written to disk. */
  start(): Promise<void>;
  /** Stops the proxy and the tailer, drains the spool if possible, and closes it. */
  stop(): Promise<void>;
  /** Starts the capture proxy, unless it is off. Needs no database. */
  startProxy(refusals: Refusals): Promise<RunningProxy | undefined>;
};

export type CaptureParts = {
  config: Config;
  /** Keys accepted by the proxy. */
  keys: Keyring;
  db: Database;
  log: Logger;
  newId: () => string;
  clock: () => Date;
  /** Follows what is stored. */
  search?: Pick<Search, 'keepUp'>;
};

/** All capture within a gateway: the spool and its drainer, transcripts, the proxy. */
export function createCapture({ config, keys, db, log, newId, clock, search }: CaptureParts): CaptureService {
  const folder = spoolFolder(config.dataDir);
  const spool = new SpoolWriter(folder, clock);
  spool.onUnsealed = (err) => log.warn({ err }, unsealed);
  const figures = new Figures();
  const reads = new ReadsByAgent(config.transcripts);
  const secrets = secretsOf(config.redaction);
  const store = lakeStore(db.sql, newId, secrets, search);
  let drainer: Drainer | undefined;
  let tailer: Tailer | undefined;
  let proxy: RunningProxy | undefined;
  return {
    figures,
    spool,
    spoolState: () => measureSpool(folder, spool.synced),
    spoolAgeSeconds() {
      const { oldestMs } = measureSpool(folder, spool.synced);
      return oldestMs === undefined ? 0 : Math.max(0, (clock().getTime() - oldestMs) / 1000);
    },
    problem: watchSpool(folder, config.leastFreeBytes),
    health() {
      const { dropped, deadLetters, unaccounted } = measureSpool(folder);
      return dropped + deadLetters + unaccounted > 0
        ? { capture: { dropped, set_aside: deadLetters, unaccounted } }
        : {};
    },
    proxyFigures: () => proxy?.figures,
    tailState: () => tailer?.state() ?? { waiting: 0, lagMs: 0 },
    tailReads: () => reads.all(),
    async settle(mostMs) {
      const ended = new AbortController();
      const limit = setTimeout(mostMs, undefined, { signal: ended.signal, ref: false }).catch(
        () => undefined,
      );
      await Promise.race([drainer?.drain(), limit]);
      ended.abort();
    },
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
        async store(records, positions) {
          await storeRecords(db.sql, newId, records, positions, { figures, secrets });
          await search?.keepUp?.(messages, records.length);
        },
      });
      if (config.watch)
        tailer ??= await startTailer({
          folders: config.transcripts,
          offsets: lakeOffsets(db.sql),
          store,
          log,
          figures,
          clock,
          onRead: (read) => reads.add(read, clock()),
        });
    },
    async startProxy(refusals) {
      const { proxyPort } = config;
      if (proxyPort === undefined) return undefined;
      try {
        proxy = await startProxy({
          config: { ...config, proxyPort },
          keys,
          refusals,
          spool,
          log,
          clock,
          newId,
        });
      } catch (err) {
        // A taken port must not keep the gateway from starting.
        log.error(
          { code: failureCode(err) ?? String(err), port: proxyPort },
          'the capture proxy could not start; set DEWEY_PROXY_PORT to a free port or "off"',
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
