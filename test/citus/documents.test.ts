import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { finishJob } from '../../src/db/events/finish-job.ts';
import { migrate } from '../../src/db/postgres/migrate.ts';
import { claim } from '../support/jobs.ts';
import { eventually } from '../support/waiting.ts';
import { addCitus, createCitusDatabase, createPlainDatabase } from './databases.ts';
import { copyLake, linesOf } from './lines.ts';
import { citusMissing, hasCitus } from './servers.ts';
import { fillDocuments, store, told } from './stored-documents.ts';
import { others, patience, useServers } from './use-servers.ts';

const found = await hasCitus();
const documents = 2000;

const isAsked = process.env.DEWEY_TEST_ON === 'citus';
const missing = !found ? `: ${citusMissing}` : isAsked ? '' : ': take a minute, run `npm run test:citus`';

describe.skipIf(missing !== '')(`documents on Citus${missing}`, () => {
  const { servers, named, open } = useServers('documents_');

  it(
    `takes ${documents} of a plain lake over, row by row, and goes on storing and extracting`,
    async () => {
      const url = await createPlainDatabase(servers().nodes, named('plain'));
      await migrate(url);
      const db = open(url);
      await fillDocuments(db, documents);
      const before = await linesOf(db.sql);
      expect(before.artifact_chunks?.length).toBeGreaterThan(2 * documents);
      await addCitus(servers().nodes, named('plain'));
      const report = await migrate(url, { distributed: true });
      expect(report.spread).toContain('event_evidence');
      const after = open(url);
      const [spread] = await after.sql<{ nodes: number; tables: number }[]>`
        select count(distinct nodeport)::int as nodes, count(distinct table_name)::int as tables from citus_shards
        where table_name::text ~ '^(artifact|semantic_events|event_(evidence|corrections))'`;
      expect(spread).toEqual({ nodes: 2, tables: 6 });
      expect(await linesOf(after.sql)).toEqual(before);
      expect(await store(after, 'first', 'A third text')).toMatchObject({ status: 'revision' });
      const [job] = await claim(after.sql, 'me');
      expect(job && (await finishJob(after.sql, job, 'test', [told('Ash is chosen')]))).toBe(true);
    },
    patience,
  );

  it(
    'are backed up and restored in both directions, between a single PostgreSQL and several nodes',
    async () => {
      const single = await createPlainDatabase(servers().nodes, named('single'));
      await migrate(single);
      const from = open(single);
      await fillDocuments(from, 100);
      const before = await linesOf(from.sql);
      const several = await createCitusDatabase(servers().nodes, named('several'));
      await migrate(several);
      await copyLake(single, several);
      const spread = open(several);
      expect(await linesOf(spread.sql)).toEqual(before);
      await spread.close();
      const back = await createPlainDatabase(servers().nodes, named('back'));
      await copyLake(several, back);
      expect(await linesOf(open(back).sql)).toEqual(before);
    },
    patience,
  );

  it.skipIf(others)(
    'keep everything acknowledged when a node dies during extraction, and no job is half done',
    async () => {
      const url = await createCitusDatabase(servers().nodes, named('crash'));
      await migrate(url);
      const db = open(url);
      const stored = new Set<string>();
      const finished = new Map<string, string[]>();
      let failures = 0;
      let running = true;
      const untilStopped = async (step: () => Promise<void>) => {
        while (running)
          try {
            await step();
          } catch {
            failures += 1; // what was not acknowledged may be there or not
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
      };
      const storing = async () => {
        const { artifactUid } = await store(db, randomUUID());
        stored.add(artifactUid);
      };
      const extracting = async () => {
        for (const job of await claim(db.sql, 'me', 2)) {
          const events = [told('Oak is chosen'), told('Pine is not')];
          if (await finishJob(db.sql, job, 'test', events))
            finished.set(
              job.jobId,
              events.map(({ eventId }) => eventId),
            );
        }
      };
      const all = [storing, storing, storing, storing, extracting, extracting, extracting].map(untilStopped);
      await eventually(async () => stored.size > 40 && finished.size > 20);
      await servers().servers[1]?.kill();
      await eventually(async () => failures > 0);
      await servers().servers[1]?.start();
      const [stores, jobs] = [stored.size, finished.size];
      await eventually(async () => stored.size > stores + 40 && finished.size > jobs + 20, 60_000);
      running = false;
      await Promise.all(all);

      const whole = await db.sql<{ uid: string }[]>`
        select a.artifact_uid as uid from artifacts a join artifact_revisions r using (artifact_uid)
        join artifact_chunks c using (artifact_uid, revision_id) group by 1 having count(*) = 3`;
      const there = new Set(whole.map(({ uid }) => uid));
      expect([...stored].filter((uid) => !there.has(uid))).toEqual([]);
      const queue = await db.sql<{ jobId: string; uid: string; status: string }[]>`
        select job_id, artifact_uid as uid, status from event_jobs`;
      // A document and its job are stored together or not at all.
      const uids = await db.sql<{ uid: string }[]>`select artifact_uid as uid from artifacts`;
      expect(queue.map(({ uid }) => uid).sort()).toEqual(uids.map(({ uid }) => uid).sort());
      const proved = await db.sql<{ id: string; uid: string }[]>`
        select e.event_id as id, e.artifact_uid as uid from semantic_events e
        join event_evidence v on v.artifact_uid = e.artifact_uid and v.event_id = e.event_id
        group by 1, 2 having count(*) = 2`;
      const events = new Set(proved.map(({ id }) => id));
      expect([...finished.values()].flat().filter((id) => !events.has(id))).toEqual([]);
      const done = queue.filter(({ status }) => status === 'DONE').map(({ uid }) => uid);
      expect([...new Set(proved.map(({ uid }) => uid))].sort()).toEqual(done.sort());
      for (const uid of done) expect(proved.filter((one) => one.uid === uid)).toHaveLength(2);
    },
    patience,
  );
});
