import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditedCalls } from '../../../src/db/admin/audit.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { pageOf, shownAt } from '../../support/viewer.ts';
import { eventually } from '../../support/waiting.ts';

describe('the page Care', () => {
  const lake = useLake();
  const bare = useServer(lake);
  const folder = mkdtempSync(join(tmpdir(), 'dewey-care-'));
  const planned = useServer(lake, { DEWEY_BACKUP_DIR: folder, DEWEY_BACKUP_EVERY: '6h' });
  const sectionOf = async (server: typeof bare, id: string, path = '/care'): Promise<string> => {
    const page = await shownAt(server, path);
    return page.slice(page.indexOf(`id="${id}"`)).split('</section>')[0] ?? '';
  };

  it('counts the queue by state, and says since when its oldest job is due', async () => {
    expect(await sectionOf(bare, 'jobs')).toContain('0 extractions waiting, 0 running, 0 failed, 0 done.');
    for (const source_id of ['one', 'two', 'three', 'four']) {
      const response = await fetch(`${bare.url}/tools/artifact_ingest`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ artifact_type: 'doc', source_system: 'test', source_id, content: source_id }),
      });
      expect(response.status).toBe(200);
    }
    const states = [
      ['one', 'PENDING', '3 hours'],
      ['two', 'PENDING', '1 minute'],
      ['three', 'PENDING', '-5 hours'],
      ['four', 'FAILED', '9 hours'],
    ] as const;
    for (const [source, status, ago] of states)
      await lake.db.sql`
        update event_jobs j set status = ${status}, next_run_at = now() - ${ago}::text::interval
        from artifacts a where a.artifact_uid = j.artifact_uid and a.source_id = ${source}`;
    const queue = await sectionOf(bare, 'jobs');
    expect(queue).toContain('3 extractions waiting, 0 running, 1 failed, 0 done.');
    expect(queue).toContain('The oldest has been due for 3 h');
    expect(queue).toContain('class="warning"');
  });

  it('gives the command for a backup where none is scheduled or none is there', async () => {
    expect(await sectionOf(bare, 'backups')).toContain('<code>dewey backup lake.backup.gz</code>');
    const section = await sectionOf(planned, 'backups');
    expect(section).toContain('<code>dewey backup lake.backup.gz</code>');
    expect(section).toContain(`None yet in ${folder}`);
  });

  it('shows what agents called, and what pages read on request; the audit log itself has all', async () => {
    await shownAt(bare, '/memory');
    await shownAt(bare, '/care');
    await fetch(`${bare.url}/tools/memory_list`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Browser' },
      body: '{}',
    });
    const logged = async () =>
      (await lake.db.sql<{ tool: string }[]>`select tool from audit_log`).map(({ tool }) => tool);
    const listed = (tools: readonly string[]) => tools.filter((one) => one === 'memory_list');
    await eventually(async () => {
      const tools = await logged();
      return listed(tools).length === 2 && tools.includes('viewer_trash');
    });
    const toolsOf = (section: string) =>
      [...section.matchAll(/<td class="text">([^<]*)</g)].map(([, tool = '']) => tool);
    const shown = await sectionOf(bare, 'audit');
    expect(listed(toolsOf(shown))).toHaveLength(1);
    expect(toolsOf(shown)).toContain('artifact_ingest');
    expect(toolsOf(shown).filter((tool) => tool.startsWith('viewer_') || tool === 'keys_list')).toEqual([]);
    expect(shown).toContain('<a href="/care?pages=1#audit">Show it too</a>');
    const all = await sectionOf(bare, 'audit', '/care?pages=1&tool=memory_list');
    expect(toolsOf(all)).toHaveLength(2);
    expect(all).toContain('<a href="/care?tool=memory_list#audit">Leave it out</a>');
    expect(toolsOf(await sectionOf(bare, 'audit', '/care?pages=1'))).toContain('viewer_trash');
    // What pages read for somebody else is shown: it is not the reader's own doing.
    const ofAnother = await auditedCalls(lake.db.sql, { withoutPagesOf: 'another-key', limit: 1000 });
    expect(listed(ofAnother.map(({ tool }) => tool))).toHaveLength(2);
    // The id that a page is answered with leads to its rows.
    const page = await pageOf(bare, '/sessions');
    const id = page.headers.get('x-request-id') ?? '';
    await eventually(async () => {
      const [row] = await lake.db.sql<
        { rows: number }[]
      >`select count(*)::int as rows from audit_log where request_id = ${id}`;
      return (row?.rows ?? 0) > 0;
    });
  });

  it('names the newest of the scheduled backups', async () => {
    for (const at of ['2026-01-02T03-04-05Z', '2026-02-02T03-04-05Z'])
      writeFileSync(join(folder, `dewey-${at}.backup.gz`), '');
    const section = await sectionOf(planned, 'backups');
    expect(section).toContain(join(folder, 'dewey-2026-02-02T03-04-05Z.backup.gz'));
    expect(section).toContain('datetime="2026-02-02T03:04:05.000Z"');
    expect(section).toContain('One every 6 h, 2 files there.');
  });

  it('shows the counts of purges, and leaves out a report without any', async () => {
    const purged = {
      conversations: 2,
      artifacts: 0,
      removed: { messages: 7 },
      left: { messages: 0, capture_raw: 1 },
    };
    for (const report of [{}, { purged, spool: { removed: 0, left: 0 } }])
      await lake.db.sql`
        insert into retention_runs (at, report) values (now(), ${JSON.stringify(report)}::text::jsonb)`;
    const section = await sectionOf(bare, 'trash');
    expect(section.match(/class="purge"/g)).toHaveLength(1);
    expect(section).toContain('2 sessions, 0 documents');
    expect(section).toContain('<span class="warning">1 row left</span>');
    expect(section).toContain('<td>messages</td><td class="figure">7</td><td class="figure">0</td>');
  });
});
