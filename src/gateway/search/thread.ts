import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { collections } from '../../db/collections.ts';
import { openPool } from '../../db/postgres/pool.ts';
import { Maintenance } from '../../db/search/index/maintenance.ts';
import { pendingCollections } from '../../db/search/index/pending.ts';
import { createEngines } from '../../db/search/search.ts';
import { type Report, type Request, type ThreadOptions, toFailure } from './messages.ts';

/**
 * The search thread: answers queries and maintains the index, so that neither tokenising nor scoring a million
 * documents blocks the gateway's event loop.
 */
const { url, ...options } = workerData as ThreadOptions;
const db = openPool(url, { max: 3, applicationName: 'dewey search' });
const engines = createEngines(db.sql, options);
const stopping = new AbortController();
let loop: Promise<unknown> | undefined;

const tickMs = 500;
const aheadMs = 250;
const troubleMs = 5000;

const report = (message: Report) => parentPort?.postMessage(message);

async function keepInOrder(): Promise<void> {
  for (const collection of collections) await engines(collection).warm();
  const upkeeps = new Map(
    collections.map((collection) => [
      collection.collectionId,
      new Maintenance(db.sql, collection, options.language),
    ]),
  );
  while (!stopping.signal.aborted) {
    let rest: number | undefined;
    for (const toolset of await pendingCollections(db.sql, [...upkeeps.keys()])) {
      const wanted = await upkeeps.get(toolset)?.tend();
      if (wanted !== undefined) rest = Math.max(rest ?? 0, wanted);
    }
    await pause(rest ?? tickMs);
  }
}

/** Indexes what was just stored before it is searched for. */
async function lookAhead(): Promise<void> {
  while (!stopping.signal.aborted) {
    const waiting = await pendingCollections(
      db.sql,
      collections.map(({ collectionId: toolset }) => toolset),
    );
    for (const collection of collections)
      if (waiting.includes(collection.collectionId)) await engines(collection).prepare();
    await pause(aheadMs);
  }
}

/** Sleeps until the time is up or the thread stops. */
const pause = (ms: number) => delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

async function throughTrouble(work: () => Promise<void>): Promise<void> {
  while (!stopping.signal.aborted)
    try {
      await work();
    } catch (error) {
      report({ kind: 'trouble', error: toFailure(error) });
      await pause(troubleMs);
    }
}

async function find({ id, collectionId, query }: Request & { kind: 'find' }): Promise<void> {
  const collection = collections.find((candidate) => candidate.collectionId === collectionId);
  try {
    if (!collection) throw new Error(`there is no collection with the id ${collectionId}`);
    report({ kind: 'found', id, answer: await engines(collection).search(query) });
  } catch (error) {
    report({ kind: 'failed', id, error: toFailure(error) });
  }
}

async function end(): Promise<void> {
  stopping.abort();
  await loop;
  await db.close();
  parentPort?.close();
}

parentPort?.on('message', (request: Request) => {
  if (request.kind === 'find') void find(request);
  else if (request.kind === 'begin')
    loop ??= Promise.all([throughTrouble(keepInOrder), throughTrouble(lookAhead)]);
  else void end();
});
