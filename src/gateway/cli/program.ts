/** 0 ok, 1 failed, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2;

/**
 * Runs one command. A hook holds up the agent's screen: it loads nothing but what it needs itself.
 *
 * @param argv as `process.argv`.
 */
export async function run(argv: readonly string[]): Promise<ExitCode> {
  const [, , command, event] = argv;
  if (command === 'hook' && event !== undefined && !event.startsWith('-'))
    return (await import('../capture/hook-command.ts')).hook(event, process.env);
  return (await import('./commands.ts')).runCommand(argv, process.env);
}
