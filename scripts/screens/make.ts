/**
 * Screens of the main commands, from seeded data, as pictures for the guide.
 *
 * npx tsx scripts/screens/make.ts [folder]   after `npm run build`; docs/guide/images by default
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serveSeeded } from '../viewer/serve.ts';
import { svgOf } from './svg.ts';

const [folder = 'docs/guide/images'] = process.argv.slice(2);
const columns = 100;
const run = promisify(execFile);
const seeded = await serveSeeded({ DEWEY_MCP_PORT: '0', DEWEY_WATCH: 'off' });
await seeded.settled();

/** What a command prints on a terminal of this width. */
async function printed(command: string): Promise<string> {
  const program = `stty cols ${columns} rows 60; exec node dist/main.cjs ${command}`;
  const env = {
    PATH: process.env.PATH,
    HOME: '/home/ada',
    TERM: 'xterm-256color',
    FORCE_COLOR: '1',
    PAGER: 'cat',
    LANG: 'C.UTF-8',
    DEWEY_URL: seeded.url,
  };
  const { stdout } = await run('script', ['-qec', program, '/dev/null'], { env });
  return stdout.replaceAll('\r\n', '\n').replaceAll(seeded.url, 'http://127.0.0.1:9020').trimEnd();
}

try {
  const [found] = await seeded.lake.db.sql<{ id: string }[]>`
    select c.id from conversations c join conversation_heads h on h.conversation_id = c.id
    where c.metadata->>'source' = 'claude-code' and not c.metadata ? 'agent_id' order by h.message_count desc limit 1`;
  const screens: Record<string, string> = {
    search: 'search loan period -n 4',
    list: 'list -n 8',
    show: `show ${found?.id.slice(-8)}:3 --no-tools`,
    status: 'status',
    decisions: 'decisions list -n 6',
  };
  for (const [name, command] of Object.entries(screens)) {
    const path = join(folder, `cli-${name}.svg`);
    await writeFile(path, svgOf(`dewey ${command}`, await printed(command), columns));
    process.stdout.write(`${path}\n`);
  }
} finally {
  await seeded.stop();
}
