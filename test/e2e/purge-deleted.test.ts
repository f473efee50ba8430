import { describe, expect, it, vi } from 'vitest';
import { lastRun } from '../../src/gateway/retention/run.ts';
import artifactDelete from '../../src/handlers/artifacts/artifact-delete.ts';
import deleteConversation from '../../src/handlers/conversations/delete-conversation.ts';
import storeMessage from '../../src/handlers/conversations/store-message.ts';
import { takeBackup } from '../support/backup.ts';
import { call } from '../support/call.ts';
import { useCommands } from '../support/command.ts';
import { extractAll, ingest } from '../support/documents.ts';
import { useLake } from '../support/lake.ts';

vi.setConfig({ testTimeout: 60_000 });
const lake = useLake();
const { dewey } = useCommands(lake);

const stored = async (content: string): Promise<string> =>
  (await call(storeMessage, { role: 'user', content }, lake.deps)).conversation_id;

describe('purging one thing at once', () => {
  it('leaves nothing of a deleted conversation, keeps the others, and proves it', async () => {
    const [id, other] = [await stored('the password is pangolin'), await stored('another one, deleted too')];
    expect(await dewey('purge-deleted', id)).toMatchObject({
      code: 1,
      err: expect.stringContaining('no deleted conversation'),
    });
    for (const one of [id, other])
      await call(deleteConversation, { conversation_id: one, force: true }, lake.deps);

    const { code, purged, spool } = await dewey('purge-deleted', id);
    expect(code).toBe(0);
    expect(purged).toMatchObject({
      conversations: 1,
      artifacts: 0,
      removed: { conversations: 1, messages: 1 },
    });
    expect(Object.keys(purged.left)).toEqual(expect.arrayContaining(['messages', 'search_postings']));
    expect(Object.values(purged.left).every((n) => n === 0)).toBe(true);
    expect(spool).toEqual({ removed: 0, left: 0 });
    expect((await takeBackup(lake.url)).toString()).not.toContain('pangolin');

    expect((await dewey('restore-deleted', id)).code).toBe(1);
    expect((await dewey('purge-deleted', id)).code).toBe(1);
    expect(await dewey('restore-deleted', other)).toMatchObject({ code: 0, conversations: [other] });
  });

  it('leaves nothing of a deleted document with its events', async () => {
    const { artifact_id } = await ingest(lake, { content: 'Decision: we plant a quince beside the okapi.' });
    const kept = await ingest(lake, { content: 'Decision: we keep the fence.' });
    await extractAll(lake);
    expect((await dewey('purge-deleted', artifact_id)).code).toBe(1);
    for (const one of [artifact_id, kept.artifact_id])
      await call(artifactDelete, { artifact_id: one, force: true }, lake.deps);

    const { purged } = await dewey('purge-deleted', artifact_id);
    expect(purged).toMatchObject({
      conversations: 0,
      artifacts: 1,
      removed: { artifacts: 1, semantic_events: 1 },
    });
    expect(Object.values(purged.left).every((n) => n === 0)).toBe(true);
    expect((await takeBackup(lake.url)).toString()).not.toContain('okapi');
    expect(await dewey('restore-deleted', kept.artifact_id)).toMatchObject({ code: 0 });
  });

  it('is reported among the runs of retention, but does not count as one', async () => {
    const id = await stored('gone at once');
    await call(deleteConversation, { conversation_id: id, force: true }, lake.deps);
    await dewey('purge-deleted', id);
    const [run] = await lake.db.sql`select report from retention_runs order by id desc limit 1`;
    expect(run?.report).toMatchObject({ purged: { conversations: 1 } });
    // The daily run is not put off by it.
    expect(await lastRun(lake.db.sql)).toBeUndefined();
  });
});
