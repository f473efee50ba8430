import { setTimeout as delay } from 'node:timers/promises';
import { collections } from '../../db/collections.ts';
import type { Pool } from '../../db/postgres/connect.ts';
import type { Language } from '../../db/search/collection/collection.ts';
import { Maintenance } from '../../db/search/index/maintenance.ts';
import { pendingCollections } from '../../db/search/index/pending.ts';
import { createEngines, type SearchOptions } from '../../db/search/search.ts';
import type { Log } from '../../handlers/tool/deps.ts';
import type { ThreadEngine } from './engine/thread-engine.ts';

const tickMs = 500;
const aheadMs = 100;
/** While more than so many documents come in between, they are analysed sooner, so that no search has to. */
const fewLeft = 64;
const busyAheadMs = 20;
/** Documents are analysed ahead of queries while they come this often. */
const recentQueryMs = 60_000;
const troubleMs = 5000;

/** The engine of the index in the database, which is evaluated and kept in order here. */
export function embeddedEngine(
  sql: Pool,
  options: SearchOptions & { language: Language },
  log: Pick<Log, 'warn'>,
): ThreadEngine {
  const engines = createEngines(sql, options);

  async function keepInOrder(signal: AbortSignal): Promise<void> {
    for (const collection of collections) await engines(collection).warm();
    const maintenances = new Map(
      collections.map((collection) => [
        collection.collectionId,
        new Maintenance(sql, collection, options.language, engines(collection)),
      ]),
    );
    while (!signal.aborted) {
      let more = false;
      for (const id of await pendingCollections(sql, [...maintenances.keys()]))
        if (await maintenances.get(id)?.tend()) more = true;
      if (!more) await pause(tickMs, signal);
    }
  }

  /** Indexes what was just stored before it is searched for. */
  async function lookAhead(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const pending = await pendingCollections(
        sql,
        collections.map(({ collectionId }) => collectionId),
      );
      let most = 0;
      const looked = (left: number) => {
        most = Math.max(most, left);
      };
      for (const collection of collections)
        if (pending.includes(collection.collectionId) && engines(collection).isAsked(recentQueryMs))
          await engines(collection).prepare(looked);
      await pause(most > fewLeft ? busyAheadMs : aheadMs, signal);
    }
  }

  async function throughTrouble(
    work: (signal: AbortSignal) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    while (!signal.aborted)
      try {
        await work(signal);
      } catch (err) {
        log.warn({ err }, 'the search index could not be kept in order; trying again');
        await pause(troubleMs, signal);
      }
  }

  return {
    find: (collection, query) => engines(collection).search(query),
    keepUp: (collection) => engines(collection).ahead.keepUp(),
    async finish() {
      for (const collection of collections)
        await new Maintenance(sql, collection, options.language, engines(collection)).finish();
    },
    async maintain(signal) {
      await Promise.all([throughTrouble(keepInOrder, signal), throughTrouble(lookAhead, signal)]);
    },
    async close() {},
  };
}

/** Sleeps until the time is up or the thread stops. */
const pause = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => undefined);
