import { describe, expect, it, vi } from 'vitest';
import { isBuried } from '../../src/db/artifacts/delete.ts';
import artifactDelete from '../../src/handlers/artifacts/artifact-delete.ts';
import artifactGet from '../../src/handlers/artifacts/artifact-get.ts';
import artifactSearch from '../../src/handlers/artifacts/artifact-search.ts';
import eventListForRevision from '../../src/handlers/events/event-list-for-revision.ts';
import jobStatus from '../../src/handlers/events/job-status.ts';
import { call, fail } from '../support/call.ts';
import { useCommands } from '../support/command.ts';
import { extractAll, ingest } from '../support/documents.ts';
import { useLake } from '../support/lake.ts';

vi.setConfig({ testTimeout: 60_000 });
const lake = useLake();
const { dewey } = useCommands(lake);
const found = async () =>
  (await call(artifactSearch, { query: 'quince' }, lake.deps)).results.map(
    ({ artifact_id }: { artifact_id: string }) => artifact_id,
  );
const buried = (id: string) => isBuried(lake.db.sql, 'garden', id);

describe('a document deleted by mistake', () => {
  it('can be restored unchanged until it is purged', async () => {
    const source = { source_system: 'garden', source_id: 'plan' };
    const first = await ingest(lake, { ...source, content: 'Decision: we plant a quince.' });
    await ingest(lake, { ...source, content: 'Decision: we plant two quince trees.' });
    await extractAll(lake);
    const { artifact_id, artifact_uid } = first;
    const events = () => call(eventListForRevision, { artifact_uid, include_evidence: true }, lake.deps);
    const [document, before] = [await call(artifactGet, { artifact_id }, lake.deps), await events()];
    expect(before.total).toBe(1);

    await call(artifactDelete, { artifact_id, force: true }, lake.deps);
    expect(await found()).toEqual([]);
    expect(await buried('plan')).toBe(true);
    expect(await dewey('restore-deleted', artifact_id)).toMatchObject({ code: 0, artifacts: [artifact_id] });

    expect(await found()).toEqual([artifact_id]);
    expect(await call(artifactGet, { artifact_id }, lake.deps)).toEqual(document);
    expect(await events()).toEqual(before);
    expect(await call(jobStatus, { artifact_uid }, lake.deps)).toMatchObject({ status: 'DONE' });
    expect(await buried('plan')).toBe(false);
  });

  it('is restored with everything deleted since a time, and its pending extraction resumes', async () => {
    const { artifact_id, artifact_uid } = await ingest(lake, { source_system: 'garden', source_id: 'note' });
    await call(artifactDelete, { artifact_id }, lake.deps);
    expect(await dewey('restore-deleted', '--since', '1h')).toMatchObject({ artifacts: [artifact_id] });
    expect(await call(jobStatus, { artifact_uid }, lake.deps)).toMatchObject({ status: 'PENDING' });
  });

  it('is not confused with an existing document, or one that was ingested again', async () => {
    const brought = { source_system: 'garden', source_id: 'again' };
    const { artifact_id } = await ingest(lake, brought);
    expect(await dewey('restore-deleted', artifact_id)).toMatchObject({
      code: 1,
      err: expect.stringContaining('no deleted document'),
    });
    await call(artifactDelete, { artifact_id }, lake.deps);
    await ingest(lake, { ...brought, content: 'Another text.' });
    expect((await dewey('restore-deleted', artifact_id)).code).toBe(1);
    expect((await call(artifactGet, { artifact_id }, lake.deps)).revisions).toHaveLength(1);
    expect(await fail(artifactGet, { artifact_id: 'art_0' }, lake.deps)).toMatchObject({ kind: 'not_found' });
  });
});
