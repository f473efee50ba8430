import { describe, expect, it, vi } from 'vitest';
import { runHere } from '../../support/command.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { eventually } from '../../support/waiting.ts';

vi.setConfig({ testTimeout: 120_000 });

const lake = useLake();
const server = useServer(lake);

describe('the gateway of a command', () => {
  it.each([
    ['in the same process', () => ({ DATABASE_URL: lake.url })],
    ['at DEWEY_URL', () => ({ DEWEY_URL: server.url })],
  ])('%s gives the same results, and audits the command by name', async (_, env) => {
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
      err: expect.stringMatching(/^dewey: .*dead letter nothing.*"dewey spool list".*\n$/),
    });
    // Rows of reads are written a moment later.
    const rows = await eventually(async () => {
      const found = await lake.db.sql<{ tool: string; client: string; outcome: string }[]>`
        select tool, client, outcome from audit_log order by id`;
      return found.length >= 3 && found;
    });
    expect([...rows]).toEqual([
      { tool: 'dewey_store_message', client: 'dewey call', outcome: 'ok' },
      { tool: 'export_conversations', client: 'dewey export', outcome: 'ok' },
      { tool: 'spool_show', client: 'dewey spool', outcome: 'not_found' },
    ]);
  });
});
