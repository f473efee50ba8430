import { expect, it, vi } from 'vitest';
import { failJob } from '../../src/db/jobs/jobs.ts';
import eventCorrect from '../../src/handlers/events/event-correct.ts';
import eventListForRevision from '../../src/handlers/events/event-list-for-revision.ts';
import { call } from '../support/call.ts';
import { useCommands } from '../support/command.ts';
import { extractAll, ingest } from '../support/documents.ts';
import { claim } from '../support/jobs.ts';
import { useLake } from '../support/lake.ts';

vi.setConfig({ testTimeout: 60_000 });
const lake = useLake();
const { dewey } = useCommands(lake);

it('dewey reextract lists failed extractions, and starts them or all again', async () => {
  const done = await ingest(lake, { source_id: 'done', project: 'garden' });
  await extractAll(lake);
  const failed = await ingest(lake, {
    source_id: 'failed',
    title: 'Minutes',
    content: 'Decision: we keep the fence.',
  });
  const [job] = await claim(lake.db.sql, 'worker');
  if (!job) throw new Error('no job was due');
  await failJob(lake.db.sql, job, { code: 'bad_key', message: 'The key was refused.', permanent: true });

  expect(await dewey('reextract', '--list')).toMatchObject({
    code: 0,
    total: 1,
    extractions: [
      {
        artifact_id: failed.artifact_id,
        title: 'Minutes',
        error_code: 'bad_key',
        error: 'The key was refused.',
      },
    ],
  });
  expect(await dewey('reextract', '--project', 'garden')).toMatchObject({ code: 0, queued: 0 });
  expect(await dewey('reextract')).toMatchObject({ code: 0, queued: 1 });
  await extractAll(lake);
  const events = async (artifact_uid: string) =>
    (await call(eventListForRevision, { artifact_uid }, lake.deps)).events;
  expect(await events(failed.artifact_uid)).toHaveLength(1);
  expect(await dewey('reextract', '--list')).toMatchObject({ total: 0, extractions: [] });

  const [event] = await events(done.artifact_uid);
  await call(eventCorrect, { event_id: event.event_id, action: 'confirm' }, lake.deps);
  expect(await dewey('reextract', '--all', '--project', 'garden')).toMatchObject({ queued: 1 });
  await extractAll(lake);
  const [again] = await events(done.artifact_uid);
  expect(again).toMatchObject({ narrative: event.narrative, verdict: 'confirmed' });
  expect(again.event_id).not.toBe(event.event_id);
});
