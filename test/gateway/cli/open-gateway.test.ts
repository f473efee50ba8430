import { describe, expect, it, vi } from 'vitest';
import { runHere } from '../../support/command.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';

vi.setConfig({ testTimeout: 120_000 });

const lake = useLake();
const server = useServer(lake);

describe('the gateway that a command asks', () => {
  it.each([
    ['in its own process', () => ({ DATABASE_URL: lake.url })],
    ['of DEWEY_URL', () => ({ DEWEY_URL: server.url })],
  ])('%s answers alike, and knows the command by its name', async (_, env) => {
    await lake.db.sql`delete from audit_log`;
    const stored = await runHere(
      ['call', 'dewey_store_message', '{"role":"user","content":"Overdue"}'],
      env(),
    );
    expect(stored).toMatchObject({ code: 0, err: '' });
    const { conversation_id } = JSON.parse(stored.out);
    const exported = await runHere(['export', conversation_id, '--format', 'jsonl'], env());
    expect(exported).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Overdue') });
    const refused = await runHere(['spool', 'show', 'nothing'], env());
    expect(refused).toMatchObject({
      code: 1,
      out: '',
      err: 'dewey: There is no dead letter nothing. "dewey spool list" shows those there are.\n',
    });
    await vi.waitFor(async () => {
      const rows = await lake.db.sql<{ tool: string; client: string; outcome: string }[]>`
        select tool, client, outcome from audit_log order by id`;
      expect([...rows]).toEqual([
        { tool: 'dewey_store_message', client: 'dewey call', outcome: 'ok' },
        { tool: 'export_conversations', client: 'dewey export', outcome: 'ok' },
        { tool: 'spool_show', client: 'dewey spool', outcome: 'not_found' },
      ]);
    });
  });
});
