import { type Config, readConfig } from '../../config/env.ts';
import { clock } from '../../runtime/clock-and-ids.ts';
import { type Client, openClient } from '../gateway/client.ts';
import type { ExitCode } from '../run/program.ts';
import { jsonText } from '../run/say.ts';
import { page } from '../terminal/page.ts';
import { type Screen, screenOf } from '../terminal/screen.ts';

export type Json = { json?: boolean };

/** What a command for people works with. */
export type Desk = { client: Client; config: Config; screen: Screen; now: Date };

/**
 * Runs a command for people: `read` asks, and `shown` makes the text; with `--json`, what was read is printed instead.
 *
 * @param env as `process.env`.
 * @param name of the command, as the audit log names it.
 */
export async function answer<T>(
  env: NodeJS.ProcessEnv,
  name: string,
  { json }: Json,
  read: (desk: Desk) => Promise<T>,
  shown: (found: T, desk: Desk) => string,
): Promise<ExitCode> {
  const config = readConfig(env);
  const screen = screenOf(env);
  const client = await openClient(config, name);
  const desk = { client, config, screen, now: clock() };
  let text: string;
  try {
    const found = await read(desk);
    text = json ? jsonText(found, screen.terminal ? 2 : 0) : shown(found, desk);
  } finally {
    await client.close();
  }
  await page(text, json ? { ...screen, terminal: false } : screen, env);
  return 0;
}
