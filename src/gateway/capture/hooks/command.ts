import { readFileSync } from 'node:fs';
import { dataDirectory } from '../../config/data-dir.ts';
import { appendOnce } from '../spool/append.ts';
import { spoolFolder } from '../spool/segment.ts';
import { hookProblem } from './validate-event.ts';

/**
 * `dewey hook <event>`: puts the event that stands on standard input on disk and ends. What runs here blocks the agent's
 * screen, so nothing is waited for but the disk; only SessionStart asks the gateway, for the active startup context.
 * Where `DEWEY_URL` is set the events go on to that gateway.
 *
 * A hook that fails must not disturb the session: every failure is a line on standard error and exit code 1, which the
 * agent shows and carries on from.
 */
export async function hook(name: string, env: NodeJS.ProcessEnv): Promise<0 | 1> {
  // The gateway's clock would bring its whole dependencies with it.
  const now = new Date(performance.timeOrigin + performance.now());
  try {
    const event: unknown = JSON.parse(readFileSync(0, 'utf8'));
    if (typeof event !== 'object' || event === null || Array.isArray(event))
      throw new Error('the event is no object');
    const named = 'hook_event_name' in event ? event : { ...event, hook_event_name: name };
    const problem = hookProblem(named);
    if (problem) throw new Error(`${problem.field} ${problem.problem}`);
    const dataDir = dataDirectory(env.DEWEY_DATA_DIR?.trim());
    const kept = appendOnce(
      spoolFolder(dataDir),
      {
        kind: 'hook',
        at: now.toISOString(),
        event: named,
      },
      now,
    );
    if (kept === undefined)
      process.stderr.write('dewey: the spool is full; this event is left to the transcript\n');
    const remote = env.DEWEY_URL?.trim();
    if (remote) await (await import('./forward.ts')).forward(spoolFolder(dataDir), remote, env.DEWEY_API_KEY);
    if (name === 'SessionStart') {
      const source = 'source' in event ? event.source : undefined;
      const { startupContext } = await import('./forward.ts');
      // A resumed session has it already.
      const context = source === 'resume' ? undefined : await startupContext(dataDir, remote, env);
      if (context)
        process.stdout.write(
          JSON.stringify({
            hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: context },
          }),
        );
    }
    return 0;
  } catch (error) {
    process.stderr.write(
      `dewey: ${name} was not captured: ${error instanceof Error ? error.message : error}\n`,
    );
    return 1;
  }
}
