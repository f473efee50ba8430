import { beforeAll, describe, expect, it } from 'vitest';
import { addKey } from '../../../src/db/admin/keys.ts';
import { useServer } from '../../support/gateway.ts';
import { sha256 } from '../../support/hash.ts';
import { bearer } from '../../support/keys.ts';
import { useLake } from '../../support/lake.ts';
import { loggedIn, pageOf, sendForm, shownAt } from '../../support/viewer.ts';
import { eventually } from '../../support/waiting.ts';

const secretOf = (name: string) => `secret-of-${name}-0123456789`;
const keys = [
  { name: 'reader', scope: 'read' as const },
  { name: 'writer', scope: 'write' as const },
  { name: 'admin', scope: 'admin' as const },
  { name: 'of-alpha', scope: 'admin' as const, project: 'alpha' },
  { name: 'of-decisions', scope: 'write' as const, toolsets: ['decisions'] },
];

describe('the pages, for keys of every kind', () => {
  const lake = useLake();
  const server = useServer(lake, { DEWEY_REQUIRE_KEY: 'on', DEWEY_DECISION_LIMITS: 'off' });
  const ids = new Map<string, string>();
  const cookies = new Map<string, { cookie: string }>();
  const as = (name: string) => cookies.get(name) ?? { cookie: '' };

  beforeAll(async () => {
    for (const { name, ...key } of keys)
      await addKey(
        lake.db.sql,
        {
          toolsets: null,
          project: null,
          maxSensitivity: null,
          expiresAt: null,
          ...key,
          name,
          secretHash: sha256(secretOf(name)),
        },
        new Date(),
      );
    await eventually(
      async () => (await fetch(`${server.url}/tools`, { headers: bearer(secretOf('of-decisions')) })).ok,
    );
    for (const { name } of keys) cookies.set(name, await loggedIn(server, secretOf(name)));
    for (const project of ['alpha', 'beta']) {
      const stored = await fetch(`${server.url}/tools/dewey_store_message`, {
        method: 'POST',
        headers: { ...bearer(secretOf('admin')), 'content-type': 'application/json' },
        body: JSON.stringify({ role: 'user', content: `The mark of ${project}.`, project }),
      });
      ids.set(project, ((await stored.json()) as { conversation_id: string }).conversation_id);
    }
  });

  it('a key of one project sees that project on every page, and nothing of another', async () => {
    for (const path of [
      '/',
      '/sessions',
      '/sessions?by=project',
      '/search?q=mark',
      '/search?q=mark&agent=goose',
      '/memory',
      '/care',
    ]) {
      const text = await shownAt(server, path, as('of-alpha'));
      expect([path, text.includes('beta')]).toEqual([path, false]);
    }
    expect(await shownAt(server, '/', as('of-alpha'))).toContain('The mark of alpha.');
    expect((await pageOf(server, `/sessions/${ids.get('beta')}`, as('of-alpha'))).status).toBe(404);
    expect((await pageOf(server, `/sessions/${ids.get('beta')}/raw`, as('of-alpha'))).status).toBe(404);
    expect((await pageOf(server, `/sessions/${ids.get('beta')}/raw`, as('of-decisions'))).status).toBe(403);
    expect(await shownAt(server, `/sessions/${ids.get('alpha')}/raw`, as('of-alpha'))).toContain(
      'None are kept',
    );
    const exported = await pageOf(server, `/sessions/${ids.get('beta')}/export.json`, as('of-alpha'));
    expect(await exported.text()).not.toContain('mark of');
  });

  it('a key of one toolset sees its pages and no messages', async () => {
    const text = await shownAt(server, '/', as('of-decisions'));
    expect(text).not.toContain('The mark of');
    expect(text).toContain('href="/decisions"');
    expect(text).not.toContain('href="/sessions"');
    // A page of which nothing would be left is refused.
    for (const path of ['/sessions', '/documents', '/memory', '/records/experience'])
      expect([path, (await pageOf(server, path, as('of-decisions'))).status]).toEqual([path, 403]);
    expect((await pageOf(server, '/documents', as('of-alpha'))).status).toBe(403);
  });

  it('nobody is asked whether to delete what their key may not delete', async () => {
    const stored = await fetch(`${server.url}/tools/memory_store`, {
      method: 'POST',
      headers: { ...bearer(secretOf('admin')), 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'fact', content: 'The crane is yellow.', confidence: 0.9 }),
    });
    const { memory_id } = (await stored.json()) as { memory_id: string };
    for (const path of [`/sessions/${ids.get('alpha')}/delete`, `/memory/memories/${memory_id}/delete`]) {
      expect([path, (await pageOf(server, path, as('reader'))).status]).toEqual([path, 403]);
      expect(await shownAt(server, path, as('admin'))).toContain('Delete it');
    }
    expect(await shownAt(server, '/memory', as('reader'))).not.toContain('/delete');
  });

  it('forms are refused to keys that may not change, and nothing happens', async () => {
    const id = ids.get('beta') ?? '';
    for (const name of ['reader', 'writer', 'of-alpha'])
      for (const path of [`/sessions/${id}/delete`, '/care/spool', '/care/restore', '/care/purge'])
        expect([
          name,
          path,
          (await sendForm(server, path, { conversation: id }, as(name))).status >= 400,
        ]).toEqual([name, path, true]);
    expect(
      (await sendForm(server, '/memory/contexts', { name: 'a', content: 'b' }, as('reader'))).status,
    ).toBe(403);
    expect(await shownAt(server, `/sessions/${id}`, as('reader'))).toContain('The mark of beta.');
    // Without the cookie it is no form of anybody who has logged in.
    expect((await sendForm(server, `/sessions/${id}/delete`)).status).toBe(401);
  });

  it('an admin deletes, sees it in the trash, and undoes it; each step leaves an audit row', async () => {
    const id = ids.get('beta') ?? '';
    const deleted = await sendForm(server, `/sessions/${id}/delete`, {}, as('admin'));
    expect(deleted.headers.get('location')).toBe(`/sessions?deleted=${id}`);
    expect(await shownAt(server, `/sessions?deleted=${id}`, as('admin'))).toContain('Undo');
    expect(await shownAt(server, `/sessions?deleted=${id}`, as('reader'))).not.toContain('Undo');
    expect(await shownAt(server, '/care', as('admin'))).toContain('The mark of beta.');
    // What is purged is for those to see who may purge it.
    for (const name of ['reader', 'writer', 'of-alpha']) {
      const asked = await pageOf(server, `/care/purge?conversation=${id}`, as(name));
      expect([name, asked.status, (await asked.text()).includes('The mark of beta.')]).toEqual([
        name,
        403,
        false,
      ]);
    }
    expect(await shownAt(server, `/care/purge?conversation=${id}`, as('admin'))).toContain(
      'The mark of beta.',
    );
    expect((await sendForm(server, '/care/restore', { conversation: id }, as('admin'))).status).toBe(303);
    expect(await shownAt(server, `/sessions/${id}`, as('admin'))).toContain('The mark of beta.');
    const tools = async () => {
      const rows = await lake.db.sql<{ tool: string }[]>`select tool from audit_log where key_id = 'admin'`;
      return rows.map((row) => row.tool);
    };
    await eventually(async () => {
      const seen = await tools();
      return ['dewey_delete_conversation', 'restore_deleted', 'viewer_trash', 'viewer_digests'].every((one) =>
        seen.includes(one),
      );
    });
  });

  it('exports a session as Markdown and as JSON', async () => {
    const id = ids.get('alpha') ?? '';
    const markdown = await pageOf(server, `/sessions/${id}/export.md`, as('reader'));
    expect(markdown.headers.get('content-disposition')).toContain('attachment');
    expect(await markdown.text()).toContain('The mark of alpha.');
    const json = JSON.parse(await (await pageOf(server, `/sessions/${id}/export.json`, as('reader'))).text());
    expect(json[0].messages[0].content).toBe('The mark of alpha.');
  });

  it('a search finds what one agent said behind any number of better matches', async () => {
    const said = async (source: string, project: string, contents: string[]) => {
      const stored = await fetch(`${server.url}/tools/dewey_store_messages_bulk`, {
        method: 'POST',
        headers: { ...bearer(secretOf('admin')), 'content-type': 'application/json' },
        body: JSON.stringify({
          project,
          metadata: { source },
          messages: contents.map((content) => ({ role: 'user', content })),
        }),
      });
      expect(stored.status).toBe(200);
    };
    const many = Array.from({ length: 130 }, (_, i) => `Crane crane ${i}`);
    await said('codex', 'gamma', many);
    await said('goose', 'gamma', [`The crane stood among ${'other words '.repeat(60)}`]);
    await said('goose', 'alpha', ['One crane of alpha']);
    const found = await shownAt(server, '/search?q=crane&kind=messages&agent=goose', as('admin'));
    expect(found).toContain('>2 messages<');
    expect(found).toContain('stood among other');
    expect(found).not.toContain('Crane crane');
    const ofAlpha = await shownAt(server, '/search?q=crane&kind=messages&agent=goose', as('of-alpha'));
    expect(ofAlpha).toContain('>1 message<');
    const misspelt = await shownAt(server, '/search?q=crame&kind=messages&agent=goose', as('admin'));
    expect(misspelt).toContain('Nothing has these words. Shown instead: <a href="/search?q=crane');
    expect(misspelt).toContain('<mark>crane</mark>');
    // All of an agent can be paged through.
    const all = await shownAt(server, '/search?q=crane&kind=messages&agent=codex', as('reader'));
    expect(all).toContain('>130 messages<');
    expect(all).toContain('agent=codex&amp;offset=20');
    // Turns next to matches do not use up the places of matches.
    for (let i = 0; i < 10; i++)
      await said('aider', 'gamma', [`Gull gull ${i}`, 'It fell.', 'Nobody knows why.']);
    for (let i = 0; i < 8; i++) await said('aider', 'gamma', [`${'Other words. '.repeat(60)} A gull ${i}`]);
    const gulls = await shownAt(server, '/search?q=gull&kind=messages&agent=aider', as('reader'));
    expect(gulls).toContain('>18 messages<');
    expect(gulls).toContain('agent=aider&amp;offset=20');
  });
});
