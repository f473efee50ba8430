import { describe, expect, it, vi } from 'vitest';
import deleteConversation from '../../../../src/handlers/conversations/delete-conversation.ts';
import storeMessage from '../../../../src/handlers/conversations/store-message.ts';
import { call } from '../../../support/call.ts';
import { runHere } from '../../../support/command.ts';
import { useDecisions } from '../../../support/decisions.ts';
import { useServer } from '../../../support/gateway.ts';
import { useLake } from '../../../support/lake.ts';

vi.setConfig({ testTimeout: 120_000 });

const lake = useLake();
const server = useServer(lake);
const { capture } = useDecisions(lake);

describe.each([
  ['on the database itself', () => ({ DATABASE_URL: lake.url })],
  ['over a gateway', () => ({ DEWEY_URL: server.url })],
])('ids as commands print them are taken by commands, %s', (_, env) => {
  const run = (...words: string[]) => runHere(words, env());
  const done = async (...words: string[]) => {
    const { code, out, err } = await run(...words);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return out;
  };

  it('of conversations: export, restore-deleted, purge-deleted', async () => {
    const { conversation_id } = await call(
      storeMessage,
      { role: 'user', content: 'Where is the atlas of Jutland?' },
      lake.deps,
    );
    const printed = conversation_id.slice(-8);
    expect(await done('list')).toContain(printed);
    expect(await done('export', printed)).toContain('atlas of Jutland');
    const remove = () => call(deleteConversation, { conversation_id, force: true }, lake.deps);
    await remove();
    expect(await run('export', printed)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`There is no conversation or message ${printed}.`),
    });
    expect(await done('restore-deleted', printed)).toContain('Restored 1 conversation');
    expect(await run('purge-deleted', printed)).toMatchObject({
      code: 1,
      err: `dewey: There is no deleted conversation ${printed}.\n`,
    });
    await remove();
    expect(await done('purge-deleted', conversation_id.slice(0, 18))).toContain('conversations 1');
    expect((await run('restore-deleted', conversation_id)).code).toBe(1);
  });

  it('of decisions: forget, restore and purge, confirm', async () => {
    const id = await capture('Use PostgreSQL for the catalogue of maps');
    const part = id.slice(0, 12);
    expect(await done('decisions', 'list')).toContain(`${id} `);
    expect(await run('decisions', 'confirm', part)).toMatchObject({
      code: 1,
      err: expect.stringContaining(id),
    });
    expect(JSON.parse(await done('forget', part))).toEqual({ decision_id: id, status: 'hidden' });
    expect((await run('forget', part)).err).toContain(`There is no decision ${part}.`);
    expect(JSON.parse(await done('forget', part, '--undo')).status).toBe('restored');
    expect(await run('forget', part, '--undo')).toMatchObject({
      code: 1,
      err: `dewey: There is no deleted decision ${part}.\n`,
    });
    await done('forget', part);
    expect(JSON.parse(await done('forget', id.slice(-8), '--purge')).status).toBe('purged');
  });
});
