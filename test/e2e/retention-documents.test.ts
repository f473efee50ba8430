import { expect, it, vi } from 'vitest';
import { isBuried } from '../../src/db/artifacts/delete.ts';
import { createLog } from '../../src/gateway/deps.ts';
import { startSweeper } from '../../src/gateway/jobs/expire-artifacts.ts';
import artifactGet from '../../src/handlers/artifacts/artifact-get.ts';
import eventListForRevision from '../../src/handlers/events/event-list-for-revision.ts';
import jobStatus from '../../src/handlers/events/job-status.ts';
import { takeBackup } from '../support/backup.ts';
import { call, fail } from '../support/call.ts';
import { useCommands } from '../support/command.ts';
import { extractAll, ingest } from '../support/documents.ts';
import { useLake } from '../support/lake.ts';

vi.setConfig({ testTimeout: 60_000 });
const lake = useLake();
const { dewey } = useCommands(lake);

it('retention deletes documents under their own policies, restores them, and proves the purge', async () => {
  const { sql } = lake.db;
  const secret = { content: 'Decision: The okapi moves to shelf twelve on May 2.' };
  const year = await ingest(lake, { source_id: 'year', retention_policy: '1y', ...secret });
  const open = await ingest(lake, { source_id: 'open', retention_policy: 'until_resolved' });
  const until = { retention_policy: 'custom', metadata: { retain_until: '2020-02-29' } };
  const custom = await ingest(lake, { source_id: 'custom', ...until });
  const kept = [
    await ingest(lake, { source_id: 'fresh', retention_policy: '1y' }),
    await ingest(lake, { source_id: 'kept', metadata: { resolved: true } }),
    await ingest(lake, { source_id: 'later', ...until, metadata: { retain_until: '2999-01-01' } }),
    await ingest(lake, { source_id: 'unsaid', ...until, metadata: {} }),
    await ingest(lake, { source_id: 'unclear', ...until, metadata: {} }),
  ];
  await sql`update artifacts set metadata = '{"retain_until": "some day"}' where source_id = 'unclear'`;
  await extractAll(lake);
  await sql`
    update artifacts set revised_at = now() - interval '1 year 1 hour'
    where artifact_uid in (${year.artifact_uid}, ${kept[1].artifact_uid})`;

  expect((await dewey('retention', 'run', '--dry-run')).expired).toMatchObject({
    artifacts: { '1y': 1, custom: 1 },
  });
  await call(artifactGet, { artifact_id: year.artifact_id }, lake.deps);
  expect((await dewey('retention', 'run')).expired.artifacts).toEqual({ '1y': 1, custom: 1 });
  const gone = async (artifact_id: string) =>
    expect(await fail(artifactGet, { artifact_id }, lake.deps)).toMatchObject({ kind: 'not_found' });
  await gone(year.artifact_id);
  await gone(custom.artifact_id);
  // Marked as resolved.
  await ingest(lake, { source_id: 'open', metadata: { resolved: true } });
  await startSweeper(sql, createLog('silent')).stop(); // workers check every hour, and when they start
  await gone(open.artifact_id);

  const events = { artifact_uid: year.artifact_uid };
  expect(await dewey('restore-deleted', year.artifact_id)).toMatchObject({
    code: 0,
    artifacts: [year.artifact_id],
  });
  expect(await call(eventListForRevision, events, lake.deps)).toMatchObject({ total: 1 });
  expect(await call(jobStatus, events, lake.deps)).toMatchObject({ status: 'DONE' });
  expect(await dewey('restore-deleted', year.artifact_id)).toMatchObject({
    code: 1,
    err: expect.stringContaining('no deleted document'),
  });
  const { artifacts } = await dewey('restore-deleted', '--since', '1h');
  expect(artifacts.toSorted()).toEqual([open.artifact_id, custom.artifact_id].toSorted());

  await dewey('retention', 'run');
  await sql`update artifacts set deleted_at = now() - interval '31 days' where deleted_at is not null`;
  const { code, purged } = await dewey('retention', 'run');
  expect(code).toBe(0);
  expect(purged).toMatchObject({
    artifacts: 3,
    removed: {
      artifacts: 3,
      artifact_revisions: 3,
      artifact_chunks: 3,
      semantic_events: 3,
      event_evidence: 3,
    },
  });
  expect(Object.keys(purged.left)).toEqual(
    expect.arrayContaining(['artifact_chunks', 'event_evidence', 'event_jobs', 'search_postings']),
  );
  expect(Object.values(purged.left).every((n) => n === 0)).toBe(true);
  expect((await takeBackup(lake.url)).toString()).not.toContain('okapi');
  expect(await isBuried(sql, 'notes', 'year')).toBe(true);
  for (const { artifact_id } of kept) await call(artifactGet, { artifact_id }, lake.deps);
});
