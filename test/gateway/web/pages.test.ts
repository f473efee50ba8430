import { describe, expect, it } from 'vitest';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { pageOf, sendForm, shownAt } from '../../support/viewer.ts';

/** What a reader sees of HTML. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

describe('the pages', () => {
  const lake = useLake();
  const server = useServer(lake);
  const call = async (path: string, input: object): Promise<Record<string, string>> => {
    const response = await fetch(`${server.url}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as Record<string, string>;
  };
  const sectionOf = async (path: string, id: string): Promise<string> => {
    const page = await shownAt(server, path);
    return page.slice(page.indexOf(`id="${id}"`)).split('</section>')[0] ?? '';
  };

  it('say of an empty lake that nothing is stored, by project too', async () => {
    for (const path of ['/sessions', '/sessions?by=project']) {
      const page = await shownAt(server, path);
      expect(page).toContain('Nothing is stored yet.');
      expect(page).not.toContain('<table');
    }
  });

  it('ask before a memory is deleted, which nothing undoes', async () => {
    const content = 'Maps are <b>never</b> lent.';
    const { memory_id: id } = await call('tools/memory_store', { type: 'fact', content, confidence: 0.9 });
    const list = await shownAt(server, '/memory');
    expect(list).toContain(`<a href="/memory/memories/${id}/delete">Delete</a>`);
    expect(list).not.toContain('<form method="post" action="/memory/memories');
    const question = await shownAt(server, `/memory/memories/${id}/delete`);
    expect(question).toContain('Maps are &lt;b&gt;never&lt;/b&gt; lent.');
    expect(question).toContain('This cannot be undone');
    expect(await shownAt(server, '/memory')).toContain('Maps are');
    expect((await sendForm(server, `/memory/memories/${id}/delete`)).status).toBe(303);
    expect(await shownAt(server, '/memory')).not.toContain('Maps are');
    expect((await pageOf(server, `/memory/memories/${id}/delete`)).status).toBe(404);
  });

  it('count deleted records in the trash, with a way to them', async () => {
    expect(textOf(await sectionOf('/care', 'trash'))).toContain(
      'Empty. Deleted sessions, documents and records can be restored for 30 days. A deleted memory is gone for good.',
    );
    for (const name of ['desk', 'annex'])
      await call('tools/dewey_set_startup_context', { name, content: 'Be brief.', set_active: false });
    await call('records/context/delete', { ids: ['desk', 'annex'] });
    const trash = await sectionOf('/care', 'trash');
    expect(trash).toContain('<a href="/records/context?deleted=1">2 deleted startup contexts</a>');
    expect(textOf(trash)).not.toContain('Empty.');
  });

  it('show on a day of the calendar every session with a message of that day', async () => {
    const say = (title: string, times: readonly string[]) =>
      call('tools/dewey_store_messages_bulk', {
        messages: times.map((created_at) => ({ role: 'user', content: title, created_at })),
        metadata: { source: 'codex' },
      });
    const days = ['2026-03-02', '2026-03-03', '2026-03-05'];
    await say('Three days long', [`${days[0]}T09:00:00Z`, `${days[1]}T09:00:00Z`, `${days[2]}T09:00:00Z`]);
    const { conversation_id } = await say('Before and after', [
      '2026-03-01T23:59:59Z',
      '2026-03-04T00:00:00Z',
    ]);
    const on = async (day = '') => {
      const page = await shownAt(server, `/sessions?from=${day}&to=${day}&agent=codex`);
      return [...page.matchAll(/<a class="title"[^>]*><bdi>([^<]*)/g)].map(([, title]) => title);
    };
    for (const day of days) expect([day, await on(day)]).toEqual([day, ['Three days long']]);
    expect(await on('2026-03-01')).toEqual(['Before and after']);
    expect(await on('2026-02-28')).toEqual([]);
    // A new title is no message: the session stays under the day of its last one.
    await call('tools/dewey_update_conversation', { conversation_id, metadata: { title: 'Renamed' } });
    const page = await shownAt(server, '/sessions?agent=codex');
    expect(page.indexOf('Renamed')).toBeGreaterThan(page.indexOf('<time datetime="2026-03-04">'));
    expect(page.indexOf('Three days long')).toBeLessThan(page.indexOf('Renamed'));
  });

  it('give the same numbers of an agent on Today and on Care', async () => {
    await call('tools/dewey_store_message', { role: 'user', content: 'By hand' });
    const rowsOf = async (path: string, id: string, parts: RegExp) =>
      (await sectionOf(path, id))
        .split('<tr>')
        .map((row) => parts.exec(textOf(row.split('</tr>')[0] ?? ''))?.slice(1))
        .filter((row) => row !== undefined)
        .toSorted();
    const care = await rowsOf('/care', 'sizes', /^(Codex|stored by tools) (\d+) sessions? (\d+) messages?$/);
    expect(care).toEqual([
      ['Codex', '2', '5'],
      ['stored by tools', '1', '1'],
    ]);
    expect(await rowsOf('/', 'agents', /^(Codex|stored by tools) .*? (\d+) (\d+)$/)).toEqual(care);
  });

  it('answer 404 for a run that is not there, and say once what was wrong with an id', async () => {
    const run = await pageOf(server, '/runs/nope');
    expect([run.status, await run.text()]).toEqual([404, expect.stringContaining('There is no run nope.')]);
    const decision = textOf(await (await pageOf(server, '/decisions/nope')).text());
    const [, said = ''] = /decision_id: ([^.]+)/.exec(decision) ?? [];
    expect(said).not.toBe('');
    expect(decision.split(said)).toHaveLength(2);
  });

  it('leave out the people of a document without any', async () => {
    const document = { artifact_type: 'note', source_system: 'desk' };
    const { artifact_uid: bare } = await call('tools/artifact_ingest', { ...document, content: 'No names.' });
    const { artifact_uid: signed } = await call('tools/artifact_ingest', {
      ...document,
      content: 'A name.',
      author: 'Ben Okri',
    });
    expect(await shownAt(server, `/documents/${bare}`)).not.toContain('<dt>People</dt>');
    expect(await shownAt(server, `/documents/${signed}`)).toContain(
      '<dt>People</dt><dd><bdi>Ben Okri</bdi></dd>',
    );
  });

  it('reach a startup context whose name an address cannot have as a folder', async () => {
    await call('tools/dewey_set_startup_context', { name: 'shop', content: 'Prices in cents.' });
    await lake.db.sql`update startup_contexts set name = '..' where name = 'shop'`;
    const [, href = ''] = /href="([^"]*)"><bdi>\.\.</.exec(await shownAt(server, '/memory')) ?? [];
    expect(await shownAt(server, href)).toContain('Prices in cents.');
    const records = await shownAt(server, '/records/context');
    expect(records).toContain(`href="${href}"`);
  });

  it('tell a client to connect to the port that the server was given', async () => {
    const page = textOf(await shownAt(server, '/care'));
    expect(page).toContain(`--transport http dewey ${server.url}/mcp`);
    expect(page).not.toContain('127.0.0.1:0/');
  });
});
