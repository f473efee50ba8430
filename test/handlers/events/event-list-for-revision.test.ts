import { describe, expect, it } from 'vitest';
import eventListForRevision from '../../../src/handlers/events/event-list-for-revision.ts';
import { call, fail } from '../../support/call.ts';
import { extractAll, ingest } from '../../support/documents.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const list = (input: Record<string, unknown>) => call(eventListForRevision, input, lake.deps);

describe('event_list_for_revision', () => {
  it('lists the events of the latest revision, and of the one before', async () => {
    const first = await ingest(lake, { source_id: 'plan', content: 'Decision: We will take plan A.' });
    expect(await list({ artifact_uid: first.artifact_uid })).toMatchObject({ events: [], total: 0 });
    await extractAll(lake);
    const second = await ingest(lake, { source_id: 'plan', content: 'Decision: We will take plan B.' });
    await extractAll(lake);

    const { artifact_uid } = first;
    expect(await list({ artifact_uid })).toMatchObject({
      revision_id: second.revision_id,
      is_latest: true,
      events: [{ narrative: expect.stringContaining('plan B') }],
      total: 1,
    });
    const old = await list({ artifact_uid, revision_id: first.revision_id, include_evidence: true });
    expect(old).toMatchObject({
      is_latest: false,
      events: [{ evidence: [{ quote: expect.stringContaining('plan A') }] }],
    });
  });

  it('continues where the previous reply ended', async () => {
    const content = Array.from({ length: 8 }, (_, i) => `We decided to buy shelf number ${i}.`).join('\n');
    const { artifact_uid } = await ingest(lake, { source_id: 'many', content });
    await extractAll(lake);
    const all = await list({ artifact_uid });
    expect(all.total).toBe(8);
    const rest = await list({ artifact_uid, offset: 5 });
    expect(rest.events).toEqual(all.events.slice(5));
    expect(rest).not.toHaveProperty('next_offset');
  });

  it('distinguishes an unknown document from an unknown revision', async () => {
    const { artifact_uid } = await ingest(lake, { source_id: 'known' });
    expect(
      await fail(eventListForRevision, { artifact_uid: 'uid_0123456789abcdef' }, lake.deps),
    ).toMatchObject({ kind: 'not_found', data: { field: 'artifact_uid' } });
    expect(
      await fail(eventListForRevision, { artifact_uid, revision_id: 'rev_0123456789abcdef' }, lake.deps),
    ).toMatchObject({ kind: 'not_found', data: { field: 'revision_id' } });
  });
});
