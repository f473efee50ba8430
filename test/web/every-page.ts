import { expect } from 'vitest';
import { seedSessions } from '../../scripts/viewer/seed.ts';
import { storeHostile } from '../support/hostile-lake.ts';
import type { TestLake } from '../support/lake.ts';
import { overflowOf, type Visitor, violationsOf } from './browser.ts';

export const phone = { viewport: { width: 360, height: 740 } };

/** Calls a tool of a gateway, which must succeed. */
export async function callAt(url: string, tool: string, input: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(input);
  const response = await fetch(`${url}/tools/${tool}`, { method: 'POST', headers, body });
  const value = (await response.json()) as Record<string, unknown>;
  expect([tool, response.status, response.ok ? '' : JSON.stringify(value)]).toEqual([tool, 200, '']);
  return value;
}

/** The page of the longest session of an agent. */
export async function longestOf(lake: TestLake, agent: string): Promise<string> {
  const [row] = await lake.db.sql<{ id: string }[]>`
    select c.id from conversations c join conversation_heads h on h.conversation_id = c.id
    where c.metadata->>'source' = ${agent} and not c.metadata ? 'agent_id' order by h.message_count desc limit 1`;
  return `/sessions/${row?.id}`;
}

/** Stores real sessions and hostile texts, and returns the pages that show them. */
export async function storePages(lake: TestLake, url: string): Promise<string[]> {
  await seedSessions(lake.deps);
  const paths = await storeHostile((tool, input) => callAt(url, tool, input));
  for (const agent of ['claude-code', 'codex', 'gemini']) paths.push(await longestOf(lake, agent));
  return [...paths, `${await longestOf(lake, 'claude-code')}/raw`];
}

/** Whether no day is broken or longer than its place, and the pages stand in one row, in which one's own is seen. */
const keepsWhole = `
  (() => {
    const rows = new Set([...document.querySelectorAll('.masthead nav a')].map(({ offsetTop }) => offsetTop));
    const own = document.querySelector('.masthead [aria-current]')?.getBoundingClientRect();
    const broken = [...document.querySelectorAll('time')].filter(
      (one) => one.getClientRects().length > 1 || one.scrollWidth > one.clientWidth,
    );
    return rows.size === 1 && broken.length === 0 && !(own?.right > innerWidth);
  })()`;

/**
 * Visits pages in a wide and a narrow window, in light and in dark, and returns what does not fit or what axe finds.
 *
 * @param seen whether axe looks at each page in one of the windows, in turns, or in each.
 */
export async function unsoundAmong(
  url: string,
  paths: readonly string[],
  visitors: readonly [wide: Visitor, narrow: Visitor],
  seen: 'one' | 'each',
): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const [i, path] of paths.entries()) {
    await visitors[0].page.emulateMedia({ colorScheme: i % 2 === 0 ? 'light' : 'dark' });
    for (const [place, { page }] of visitors.entries()) {
      const status = (await page.goto(url + path))?.status();
      const overflow = await overflowOf(page);
      const width = page.viewportSize()?.width;
      const whole = await page.evaluate<boolean>(keepsWhole);
      if (status !== 200 || overflow > 0 || !whole) found.push([path, width, status, overflow, whole]);
      if (seen === 'one' && Math.floor(i / 2) % 2 !== place) continue;
      for (const violation of await violationsOf(page)) found.push([path, width, violation]);
    }
  }
  return found;
}
