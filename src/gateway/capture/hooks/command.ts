import { readFileSync } from 'node:fs';
import { dataDirectory } from '../../config/data-dir.ts';
import { appendOnce } from '../spool/append.ts';
import { spoolFolder } from '../spool/segment.ts';
import { hookProblem } from './validate-event.ts';

/**
 * `dewey hook <event>`: writes the event on standard input to the spool and exits. A running hook blocks the agent, so it
 * waits only for the disk; SessionStart also asks the gateway for the active startup context. With `DEWEY_URL` set, the
 * spooled events are forwarded to that gateway.
 *
 * A failing hook must not disturb the session: every failure is one line on standard error and exit code 1, which the
 * agent shows and then continues.
 */
export async function hook(name: string, env: NodeJS.ProcessEnv): Promise<0 | 1> {
  // Importing the gateway's clock would pull in all its dependencies.
  const now = new Date(performance.timeOrigin + performance.now());
  try {
    const event: unknown = JSON.parse(readFileSync(0, 'utf8'));
    if (typeof event !== 'object' || event === null || Array.isArray(event))
      throw new Error('the event is not an object');
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
      process.stderr.write('dewey: the spool is full; this event can only be captured from the transcript\n');
    const remote = env.DEWEY_URL?.trim();
    if (remote) await (await import('./forward.ts')).forward(spoolFolder(dataDir), remote, env.DEWEY_API_KEY);
    if (name === 'SessionStart') {
      const source = 'source' in event ? event.source : undefined;
      const { startupContext } = await import('./forward.ts');
      // A resumed session already has it.
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
