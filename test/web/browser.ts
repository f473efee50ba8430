import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of this machine; undefined where there is none. */
export const browserPath = places.find((path) => existsSync(path));

if (browserPath === undefined)
  process.stderr.write(
    `The tests of the viewer in a browser are skipped: there is none at ${places.join(', ')}.\n`,
  );

export type Visitor = {
  page: Page;
  /** Console errors, failed scripts, and requests to other origins so far. */
  problems: string[];
};

/** A browser for the test file it is called in. */
export function useBrowser(): {
  visit(options?: BrowserContextOptions & { allowed?: RegExp }): Promise<Visitor>;
  closeAll(): Promise<void>;
} {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    // Within a container the kernel refuses the sandbox to root.
    browser = await chromium.launch({ executablePath: browserPath ?? '', args: ['--no-sandbox'] });
  });
  const closeAll = async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  };
  afterAll(async () => {
    await closeAll();
    await browser.close();
  });
  return {
    closeAll,
    async visit({ allowed, ...options } = {}) {
      const context = await browser.newContext({ timezoneId: 'UTC', ...options });
      contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      const problems: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && !allowed?.test(message.text())) problems.push(message.text());
      });
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('dialog', (dialog) => {
        problems.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      let origin: string | undefined;
      page.on('request', (request) => {
        const url = new URL(request.url());
        origin ??= url.origin;
        if (url.origin !== origin) problems.push(`asked ${url.origin}`);
      });
      return { page, problems };
    },
  };
}

type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] };

let axe: Promise<string> | undefined;

/** The serious and critical findings of axe on a page. */
export async function violationsOf(page: Page): Promise<string[]> {
  axe ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // Run by the debugger, to which the policy of the page does not apply.
  await page.evaluate(await axe);
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] })`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node) => `${node.html} ${node.failureSummary}`)
          .join(' | ')}`,
    );
}

/** How much wider than the window the page is. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

export async function expectSound({ page, problems }: Visitor, path: string): Promise<void> {
  expect([path, problems]).toEqual([path, []]);
  expect([path, await overflowOf(page)]).toEqual([path, 0]);
}
