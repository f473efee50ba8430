import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Screen } from './screen.ts';

/**
 * Prints a text, through `$PAGER` or `less -FRX` when it is longer than the terminal.
 *
 * @param env as `process.env`.
 */
export async function page(text: string, screen: Screen, env: NodeJS.ProcessEnv): Promise<void> {
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  const pager = env.PAGER ?? 'less';
  const fits = whole.split('\n').length < screen.rows;
  if (!screen.terminal || fits || pager === '' || pager === 'cat' || !(await shown(whole, pager, env)))
    process.stdout.write(whole);
}

/** False if there is no such pager. */
async function shown(text: string, pager: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const child = spawn(pager, {
    shell: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...env, LESS: env.LESS ?? 'FRX' },
  });
  // Ctrl-C belongs to the pager while it runs.
  const ignore = () => undefined;
  process.on('SIGINT', ignore);
  child.stdin.on('error', ignore); // closed before the end was read
  try {
    child.stdin.end(text);
    const [code] = await once(child, 'close');
    return code !== 127 && code !== 126;
  } catch {
    return false;
  } finally {
    process.off('SIGINT', ignore);
  }
}
