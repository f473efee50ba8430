import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readConfig } from '../../config/env.ts';
import { openClient } from '../gateway/client.ts';
import type { ExitCode } from '../run/program.ts';
import { say } from '../run/say.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Conversation } from './conversation.ts';
import { conversationOf } from './ids.ts';
import type { Listed } from './list.ts';
import type { Json } from './run.ts';

export type ResumeOptions = Json & { run?: boolean };

/** How each agent resumes a session of its own. */
const commands: Readonly<Record<string, (session: string) => string[]>> = {
  'claude-code': (session) => ['claude', '--resume', session],
  codex: (session) => ['codex', 'resume', session],
  gemini: (session) => ['gemini', '--resume', session],
};

/**
 * Prints the agent's own command that resumes a session, or runs it in the session's folder.
 *
 * @param id of a conversation or a session, or part of one; by default the latest conversation of the current folder.
 */
export async function resume(
  env: NodeJS.ProcessEnv,
  id: string | undefined,
  folder: string,
  options: ResumeOptions,
): Promise<ExitCode> {
  const client = await openClient(readConfig(env), 'dewey resume');
  let found: Conversation;
  try {
    found = id === undefined ? await latestIn(client, folder) : await conversationOf(client, id);
  } finally {
    await client.close();
  }
  const make = commands[found.agent ?? ''];
  if (!make || found.session_id === null)
    throw new Error(
      `This conversation ${found.agent === null ? 'was not captured from an agent' : `is from ${found.agent}, which has no command to resume it`}. Those of ${Object.keys(commands).join(', ')} can be resumed; "dewey show ${found.id.slice(-8)}" shows it.`,
    );
  // A transcript names its session: a name that begins with a dash would be an option of the agent.
  if (!/^\w[\w.-]*$/.test(found.session_id))
    throw new Error(`The session id of this conversation is not one that ${found.agent} gives.`);
  const command = make(found.session_id);
  const directory =
    found.project !== null && /^([/~]|[A-Za-z]:[\\/])/.test(found.project) && isPlain(found.project)
      ? found.project
      : null;
  if (options.run) return runIn(directory, command);
  say(
    options,
    { conversation_id: found.id, session_id: found.session_id, agent: found.agent, directory, command },
    `${directory === null ? '' : `cd ${quoted(directory)} && `}${command.map(quoted).join(' ')}`,
  );
  return 0;
}

async function latestIn(
  client: Awaited<ReturnType<typeof openClient>>,
  folder: string,
): Promise<Conversation> {
  const { conversations } = await client.post<Listed>('/browse/browse_conversations', {
    project: folder,
    limit: 50,
  });
  const own = conversations.find(
    (one) => one.parent_id === null && one.agent !== null && commands[one.agent],
  );
  if (!own)
    throw new Error(
      `There is no session to resume in ${folder}. Give an id from "dewey recent" or "dewey list".`,
    );
  return own;
}

/** A folder whose name could change the terminal is not one to copy into a shell. */
const isPlain = (path: string): boolean => !/[\n\t]/.test(path) && harmless(path) === path;

const quoted = (word: string): string =>
  /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

async function runIn(
  directory: string | null,
  [program = '', ...args]: readonly string[],
): Promise<ExitCode> {
  if (directory !== null && !existsSync(directory))
    throw new Error(`${directory} does not exist any more. Without --run, this prints the command.`);
  const ignore = () => undefined; // Ctrl-C belongs to the agent
  process.on('SIGINT', ignore);
  try {
    const child = spawn(program, args, {
      stdio: 'inherit',
      ...(directory === null ? {} : { cwd: directory }),
    });
    const [code] = await once(child, 'close');
    return code === 0 ? 0 : 1;
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw missing ? new Error(`${program} is not in PATH.`, { cause: error }) : error;
  } finally {
    process.off('SIGINT', ignore);
  }
}
