/**
 * Pictures of every page from seeded data: light, dark, and 360 pixels wide.
 *
 * npx tsx scripts/viewer/pictures.ts <folder> [page…]   CHROMIUM names the browser (/usr/bin/chromium)
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { serveSeeded } from './serve.ts';

const [folder = 'pictures', ...only] = process.argv.slice(2);
await mkdir(folder, { recursive: true });

const seeded = await serveSeeded();
await seeded.settled();

const idOf = async (metadata: string): Promise<string> => {
  const [row] = await seeded.lake.db.sql<{ id: string }[]>`
    select c.id from conversations c join conversation_heads h on h.conversation_id = c.id
    where c.metadata->>'source' = ${metadata} and not c.metadata ? 'agent_id' order by h.message_count desc limit 1`;
  return row?.id ?? '';
};
const [parent] = await seeded.lake.db.sql<{ id: string }[]>`
  select p.id from conversations p join conversations c on c.session_id = p.session_id and c.metadata ? 'launched_by'
  where not p.metadata ? 'agent_id' limit 1`;
const [minutes] = await seeded.lake.db.sql<{ id: string }[]>`
  select artifact_uid as id from artifacts order by created_at limit 1`;
const [plan] = await seeded.lake.db.sql<{ id: string }[]>`
  select artifact_uid as id from artifacts where source_id = 'plan.md'`;
const [decision] = await seeded.lake.db.sql<
  { id: string }[]
>`select id::text from decisions order by created_at limit 1`;

const pages: Record<string, string> = {
  today: '/',
  search: '/search?q=loan+period&why=1',
  sessions: '/sessions',
  projects: '/sessions?by=project',
  session: `/sessions/${await idOf('claude-code')}`,
  raw: `/sessions/${await idOf('claude-code')}/raw`,
  subagents: `/sessions/${parent?.id}`,
  codex: `/sessions/${await idOf('codex')}`,
  decisions: '/decisions',
  decision: `/decisions/${decision?.id}`,
  documents: '/documents',
  document: `/documents/${minutes?.id}`,
  markdown: `/documents/${plan?.id}`,
  memory: '/memory',
  context: '/memory/contexts/library',
  runs: '/runs',
  run: '/runs/loan-period-1',
  records: '/records/experience',
  results: '/records/result',
  care: '/care',
};

const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

const looks = [
  { look: 'light', colorScheme: 'light', viewport: { width: 1200, height: 700 } },
  { look: 'dark', colorScheme: 'dark', viewport: { width: 1200, height: 700 } },
  { look: 'narrow', colorScheme: 'light', viewport: { width: 360, height: 760 } },
] as const;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const { look, ...options } of looks) {
  const context = await browser.newContext({ ...options, locale: 'en-GB', timezoneId: 'UTC' });
  const page = await context.newPage();
  page.on(
    'console',
    (message) => message.type() === 'error' && process.stdout.write(`${look}: ${message.text()}\n`),
  );
  for (const [name, path] of Object.entries(pages)) {
    if (only.length > 0 && !only.includes(name)) continue;
    await page.goto(seeded.url + path, { waitUntil: 'load' });
    const wide = await page.evaluate<number>(tooWide);
    if (wide > 0) process.stdout.write(`${look} ${name}: ${wide} pixels too wide\n`);
    await page.screenshot({ path: join(folder, `${name}-${look}.png`) });
  }
  await context.close();
}
await browser.close();
await seeded.stop();
process.stdout.write(`pictures are in ${folder}\n`);
