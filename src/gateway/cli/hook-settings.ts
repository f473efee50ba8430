import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { hookEvents, hookSettings } from '../../handlers/workflow/domain/hooks.ts';
import type { ExitCode } from './run/program.ts';
import { UsageError } from './run/usage.ts';

/** Prints the hook settings for `~/.claude/settings.json`, for one event or all. */
export function printSettings(path: string, event: string | undefined): ExitCode {
  const events = event === undefined ? hookEvents : hookEvents.filter((known) => known === event);
  if (events.length === 0)
    throw new UsageError(`Unknown event ${event}; the events are ${hookEvents.join(', ')}.`);
  process.stdout.write(`${JSON.stringify(hookSettings(ownCommand(path), events), null, 2)}\n`);
  return 0;
}

/** `dewey` if it is in PATH, otherwise Node with the path of its file. */
function ownCommand(path: string): string {
  const found = path.split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, 'dewey')));
  if (found) return 'dewey';
  const started = process.argv[1] ?? '';
  const quick = started.replace(/main\.js$/, 'main.cjs');
  return `"${process.execPath}" "${existsSync(quick) ? quick : started}"`;
}
