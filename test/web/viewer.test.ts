import { afterEach, describe, expect, it } from 'vitest';
import { extractAll } from '../support/documents.ts';
import { useServer } from '../support/gateway.ts';
import { useLake } from '../support/lake.ts';
import { eventually } from '../support/waiting.ts';
import { browserPath, expectSound, overflowOf, useBrowser, violationsOf } from './browser.ts';
import { callAt, longestOf, phone, storePages, unsoundAmong } from './every-page.ts';

/**
 * Names what can have the focus on a page and is shown, by what it is and its place among those alike: parts of a page are
 * shown anew while one looks at it, with other elements.
 */
const focusable = `
  (() => {
    const alike = new Map();
    return [...document.querySelectorAll('a[href], button:enabled, input:not([type=hidden]), select, textarea, summary')]
      .filter((one) => one.checkVisibility())
      .map((one) => {
        const name = [one.tagName, one.getAttribute('href'), one.name, one.closest('form')?.action].join(' ');
        alike.set(name, (alike.get(name) ?? 0) + 1);
        return [one, name + ' ' + alike.get(name)];
      });
  })()`;
const names = `${focusable}.map(([, name]) => name)`;

/** The name of what has the focus, and whether its outline or border shows it. */
const focused = `
  (() => {
    const one = document.activeElement;
    const { outlineStyle, boxShadow } = getComputedStyle(one);
    const [, name = ''] = ${focusable}.find(([other]) => other === one) ?? [];
    return [name, outlineStyle === 'none' && boxShadow === 'none' ? 'none' : 'shown'];
  })()`;

/** The viewer as a person uses it: in a browser, with sessions of real agents and with texts that mean harm. */
describe.skipIf(browserPath === undefined)('the viewer in a browser', () => {
  const lake = useLake();
  const open = useServer(lake, { DEWEY_DECISION_LIMITS: 'off' });
  const secrets = { reader: 'secret-of-the-reader-0123456789', admin: 'secret-of-the-admin-0123456789' };
  const closed = useServer(lake, {
    DEWEY_DECISION_LIMITS: 'off',
    DEWEY_API_KEYS: `reader:read:${secrets.reader},admin:admin:${secrets.admin}`,
  });
  const { visit, closeAll } = useBrowser();
  afterEach(closeAll);

  const call = (tool: string, input: object) => callAt(open.url, tool, input);
  let paths: string[] = [];
  const sessionOf = (agent: string) => longestOf(lake, agent);

  it('shows real sessions and hostile texts on every page: nothing runs, nothing is asked elsewhere, nothing overflows, axe finds nothing serious', async () => {
    paths = await storePages(lake, open.url);
    const [wide, narrow] = [await visit(), await visit(phone)];
    // By axe at each width: `test/long/viewer.test.ts`.
    const found = await unsoundAmong(open.url, [...paths, '/memory/new'], [wide, narrow], 'one');
    expect([...found, ...wide.problems, ...narrow.problems]).toEqual([]);
    await narrow.page.emulateMedia({ colorScheme: 'dark' });
    await narrow.page.goto(open.url + (await sessionOf('codex')));
    expect(await narrow.page.textContent('h1')).not.toBe('');
    // In the dark the paper is dark.
    expect(
      await narrow.page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor'),
    ).toBe('rgb(23, 22, 19)');
    const login = await visit();
    await login.page.goto(`${closed.url}/`);
    expect(await violationsOf(login.page)).toEqual([]);
  }, 120_000);

  it('is used by keyboard: / searches, Enter opens, j and k move, and a search leads to its very turn', async () => {
    const visitor = await visit();
    const { page } = visitor;
    await page.goto(`${open.url}/sessions`);
    await page.keyboard.press('/');
    await page.keyboard.type('reservation queue');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/search\?q=reservation\+queue/);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    const href = (await page.getAttribute('[data-item].at a.title', 'href')) ?? '';
    expect(href).toMatch(/turn=\d+&q=.*#t\d+$/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/sessions\/.*turn=/);
    const turn = /turn=(\d+)/.exec(href)?.[1];
    await page.waitForSelector(`#t${turn}`);
    expect(await page.isVisible(`#t${turn}`)).toBe(true);
    await expectSound(visitor, href);
  });

  it('reaches everything on every page with Tab alone, and shows where it is', async () => {
    const { page } = await visit();
    const left: unknown[] = [];
    const named = ['/', '/search?q=loan', '/sessions', '/decisions', '/documents', '/memory', '/care'];
    const details = paths.filter((path) => /^\/(?:decisions|documents|memory)\/./.test(path));
    const session = await sessionOf('codex');
    for (const path of [...named, ...new Set(details), session, `${session}/raw`, '/memory/new']) {
      await page.goto(open.url + path);
      const reached = new Set<string>();
      const shown = new Set<string>();
      let missing = await page.evaluate<string[]>(names);
      // Within a date field, Tab moves through day, month, year and calendar, which shows the focus itself.
      for (let most = missing.length * 4; most > 0 && missing.some((name) => !reached.has(name)); most -= 1) {
        await page.keyboard.press('Tab');
        const [name, outline] = await page.evaluate<[string, string]>(focused);
        reached.add(name);
        if (outline === 'shown') shown.add(name);
        // What is there now is to be reached.
        if (missing.every((each) => reached.has(each))) missing = await page.evaluate<string[]>(names);
      }
      const unseen = missing.filter((name) => !shown.has(name));
      if (unseen.length > 0) left.push([path, missing.length, unseen]);
    }
    expect(left).toEqual([]);
  }, 60_000);

  it('shows within two seconds what another process stores', async () => {
    const visitor = await visit();
    await visitor.page.goto(open.url);
    await visitor.page.waitForSelector('[data-live]');
    const last = visitor.page.locator('.feed a.title').first();
    const read = await last.getAttribute('href');
    await last.focus();
    const words = `stored elsewhere ${crypto.randomUUID()}`;
    // By the other gateway on the same database.
    const headers = { authorization: `Bearer ${secrets.admin}`, 'content-type': 'application/json' };
    await eventually(async () => {
      const begun = performance.now();
      const content = `${words} ${begun}`;
      await fetch(`${closed.url}/tools/dewey_store_message`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ role: 'user', content }),
      });
      return visitor.page
        .locator('.feed', { hasText: content })
        .waitFor({ timeout: 2000 })
        .then(
          () => true,
          () => false,
        );
    });
    // The focus stays on what it was on.
    expect(await visitor.page.evaluate<string>("document.activeElement.getAttribute('href')")).toBe(read);
    await expectSound(visitor, '/');
    // The day of the calendar on which it was stored leads to the sessions of that day.
    const day = visitor.page.locator('.heatmap rect:not(.level-0)').last();
    const date = await day.getAttribute('data-day');
    await day.click();
    await visitor.page.waitForURL(`${open.url}/sessions?from=${date}&to=${date}`);
    expect(await visitor.page.getAttribute('.day time', 'datetime')).toBe(date);
  });

  it('reads without JavaScript', async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    await page.goto(`${open.url}/sessions`);
    await page.click('.sessions a.title');
    expect(await page.textContent('.turns')).toMatch(/\w/);
    // A text and an agent narrow the list together.
    await page.goto(`${open.url}/sessions?q=loan&agent=codex`);
    const agents = page.locator('.sessions .session:not(.child) .about span:first-child');
    expect(new Set(await agents.allTextContents())).toEqual(new Set(['Codex']));
    await page.fill('#q', 'loan');
    await page.press('#q', 'Enter');
    expect(await page.textContent('h1')).toBe('loan');
  });

  it('with keys: logs in, shows a reader nothing to change, lets an admin delete, undo and purge', async () => {
    const path = await sessionOf('gemini');
    const reader = await visit();
    await reader.page.goto(closed.url + path);
    await reader.page.fill('input[name=key]', secrets.reader);
    await reader.page.click('button[type=submit]');
    await reader.page.waitForURL(closed.url + path);
    expect(await reader.page.locator('form[method=post]:not([action="/logout"])').count()).toBe(0);
    expect(await reader.page.getByText('Delete').count()).toBe(0);
    for (const page of ['/', '/memory', '/decisions', '/documents', '/care']) {
      await reader.page.goto(closed.url + page);
      expect([page, await reader.page.locator('form[method=post]:not([action="/logout"])').count()]).toEqual([
        page,
        0,
      ]);
      await expectSound(reader, page);
    }

    const admin = await visit();
    await admin.page.goto(closed.url + path);
    await admin.page.fill('input[name=key]', secrets.admin);
    await admin.page.keyboard.press('Enter');
    await admin.page.waitForURL(closed.url + path);
    const title = await admin.page.textContent('h1');
    await admin.page.getByRole('link', { name: 'Delete' }).click();
    await admin.page.getByRole('button', { name: 'Delete it' }).click();
    await admin.page.waitForURL(/deleted=/);
    expect((await reader.page.goto(closed.url + path))?.status()).toBe(404);
    await admin.page.getByRole('button', { name: 'Undo' }).click();
    await admin.page.waitForURL(/said=restored/);
    expect(await admin.page.textContent('h1')).toBe(title);
    await admin.page.getByRole('link', { name: 'Delete' }).click();
    await admin.page.getByRole('button', { name: 'Delete it' }).click();
    await admin.page.goto(`${closed.url}/care`);
    await expectSound(admin, '/care');
    await admin.page
      .locator('section:has(#trash) tr', { hasText: title ?? '' })
      .getByRole('link', { name: 'Purge' })
      .click();
    expect(await admin.page.textContent('h1')).toContain('for good?');
    expect(await violationsOf(admin.page)).toEqual([]);
    await admin.page.getByRole('button', { name: 'Purge it' }).click();
    await admin.page.waitForURL(/said=purged/);
    expect(await admin.page.locator('section:has(#trash) tr', { hasText: title ?? '' }).count()).toBe(0);
    // Its report is open, and proves that nothing is left.
    const report = admin.page.locator('section:has(#trash) .purge').first();
    expect(await report.locator('p').textContent()).toMatch(
      /1 session, 0 documents nothing left in \d\d places/,
    );
    expect(await report.getByRole('row', { name: /^conversations 1 0$/ }).isVisible()).toBe(true);
    expect((await admin.page.goto(closed.url + path))?.status()).toBe(404);
    await admin.page.goto(`${closed.url}/care`);
    await admin.page.getByRole('button', { name: 'Log out' }).click();
    await admin.page.waitForURL(/\/login/);
    expect(await overflowOf(admin.page)).toBe(0);
  });

  it('corrects, rejects and brings back an event of a document', async () => {
    const text = 'Ben will send the atlas list by 2026-03-20. Decision: we keep the fence.';
    const { artifact_uid } = await call('artifact_ingest', {
      artifact_type: 'note',
      source_system: 'desk',
      content: text,
    });
    await extractAll(lake);
    const visitor = await visit();
    const { page } = visitor;
    await page.goto(`${open.url}/documents/${artifact_uid}`);
    const entry = page.locator('section:has(#events) > ol > li', { hasText: 'atlas list' });
    await entry.locator('summary').click();
    expect(await violationsOf(page)).toEqual([]);
    await entry.getByLabel('Due').fill('2026-04-01');
    await entry.getByLabel('Who').fill('Ben Okri, Chloe Tan');
    await entry.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/said=edit/);
    expect(await entry.locator('.about').textContent()).toMatch(
      /due 2026-04-01.*Ben Okri, Chloe Tan.*corrected/,
    );
    await entry.locator('summary').click();
    await entry.getByRole('button', { name: 'It is no event' }).click();
    await page.waitForURL(/said=reject/);
    expect(await entry.count()).toBe(0);
    await page.getByText('1 rejected event').click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForURL(/said=undo/);
    expect(await entry.locator('.about').textContent()).toMatch(/due 2026-03-20.*confidence/);
    await expectSound(visitor, `/documents/${artifact_uid}`);
  });

  it('shows a document in Markdown formatted, leads to its quotes, and shows it as it is written', async () => {
    const content = '# Lamps\n\nNew ones.\n\n- **Ben** will send the `lamp` list by 2026-03-20.\n';
    const { artifact_uid } = await call('artifact_ingest', {
      artifact_type: 'note',
      source_system: 'desk',
      content,
    });
    await extractAll(lake);
    const visitor = await visit({ viewport: { width: 360, height: 740 } });
    const { page } = visitor;
    await page.goto(`${open.url}/documents/${artifact_uid}`);
    expect(await page.textContent('.rendered h3')).toBe('Lamps');
    await page.locator('a.proof bdi', { hasText: 'Ben will send the lamp list' }).first().click();
    await page.waitForURL(/#q-\d+$/);
    expect(await page.textContent('.rendered mark:target')).toBe('Ben');
    expect(await page.locator('.rendered mark').allTextContents()).toContain('lamp');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'as written' }).click();
    await page.waitForURL(/as=written/);
    expect(await page.textContent('.document-text')).toBe(content);
    expect(await page.getByRole('link', { name: 'formatted' }).isVisible()).toBe(true);
    await expectSound(visitor, `/documents/${artifact_uid}`);
  });

  it('edits a startup context, shows the difference, and what the next session is given', async () => {
    const visitor = await visit();
    const { page } = visitor;
    await page.goto(`${open.url}/memory/new`);
    await page.fill('input[name=name]', 'house rules');
    await page.fill('textarea', 'Answer briefly.');
    await page.click('button.primary');
    await page.waitForURL(/said=stored/);
    await page.fill('textarea', 'Answer briefly, in English.');
    await page.click('button.primary');
    await page.locator('.difference', { hasText: '+Answer briefly, in English.' }).waitFor();
    await page.goto(`${open.url}/memory`);
    expect(await page.textContent('section:has(#given) pre')).toContain('Answer briefly, in English.');
    await expectSound(visitor, '/memory');
  });
});
