import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../db/postgres/migrate.ts';
import { readConfig } from '../config/env.ts';
import { clock } from '../runtime/clock-and-ids.ts';
import { openLake } from '../runtime/lake.ts';
import { call } from './call.ts';
import { demoTranscripts } from './demo-session.ts';
import { importCommand } from './import.ts';
import { decisions } from './people/decisions.ts';
import { search } from './people/search.ts';
import type { ExitCode } from './run/program.ts';
import { type Json, say } from './run/say.ts';
import { Interrupted, stopSignal } from './run/signals.ts';
import { screenOf } from './terminal/screen.ts';
import { verify } from './verify.ts';

const decision = {
  statement: 'Charge no fines on Sundays, when the library is closed',
  alternatives: ['Keep charging every day', 'Open a return box on Sundays'],
  confidence: 0.8,
  project: '/home/ada/library-demo',
};

/**
 * Shows an import, a search, a proof and a decision in a lake of its own, which is removed afterwards. Nothing of the
 * user's is read or written.
 */
export async function demo(env: NodeJS.ProcessEnv, { json = false }: Json = {}): Promise<ExitCode> {
  const stopping = stopSignal();
  const { paint } = screenOf(env);
  const folder = await mkdtemp(join(tmpdir(), 'dewey-demo-'));
  await chmod(folder, 0o711); // as root, PostgreSQL runs as another user
  const own = settingsOf(env, join(folder, 'data'));
  const lake = await openLake(readConfig(own)).catch(async (error) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  const sessions = join(folder, 'projects', '-home-ada-library-demo');
  const steps: [title: string, command: string, run: () => Promise<unknown>][] = [
    [
      'An agent has worked in two sessions. Their transcripts are imported.',
      'import',
      () => importCommand(own, [sessions], { json }),
    ],
    [
      'Weeks later: why were the fines changed?',
      'search fines Sundays',
      () => search(own, ['fines', 'Sundays'], { limit: '3', json }),
    ],
    ['Is every message of the transcripts in the lake?', 'verify', () => verify(own, [sessions], { json })],
    [
      'The agent recorded what it decided, and how sure it was.',
      'call membria_capture_decision …',
      () => call(own, 'membria_capture_decision', JSON.stringify(decision), { json }),
    ],
    [
      'Decisions without an outcome are asked for.',
      'decisions due --days 0',
      () => decisions(own, { limit: '5', days: '0', json }),
    ],
  ];
  try {
    await migrate(lake.url);
    await mkdir(sessions, { recursive: true });
    for (const [name, text] of Object.entries(demoTranscripts(clock())))
      await writeFile(join(sessions, name), text);
    for (const [title, command, run] of steps) {
      if (stopping.aborted)
        throw new Interrupted('The demonstration was interrupted and its lake removed.', stopping);
      say(
        { json },
        { title, command },
        `\n${paint.bold(title)}\n${paint.dim('$')} ${paint.cyan(`dewey ${command}`)}`,
      );
      await run();
    }
  } finally {
    await lake.close();
    await rm(folder, { recursive: true, force: true });
  }
  if (json) return 0;
  process.stdout.write(
    `\nThat lake is gone again. With your own history: ${paint.cyan('dewey import')}, then ${paint.cyan('dewey serve')}.\n`,
  );
  return 0;
}

/** The environment without anything that would lead elsewhere. */
function settingsOf(env: NodeJS.ProcessEnv, dataDir: string): NodeJS.ProcessEnv {
  const others = Object.entries(env).filter(([name]) => !/^(DEWEY_|DATABASE_|OPENAI_)/.test(name));
  // Pages would stop the demonstration at each step.
  return { ...Object.fromEntries(others), DEWEY_DATA_DIR: dataDir, DEWEY_LOG_LEVEL: 'error', PAGER: 'cat' };
}
