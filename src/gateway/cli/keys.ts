import { type Config, readConfig } from '../config/env.ts';
import { findRunning } from '../runtime/server-file.ts';
import { type Admin, openAdmin } from './admin-client.ts';
import { clientLines } from './client-lines.ts';
import type { ExitCode } from './run/program.ts';
import { print, printJson } from './run/say.ts';
import { oneLine } from './terminal/harmless.ts';

type Json = { json?: boolean };
export type AddOptions = Json & {
  scope: string;
  toolsets?: string;
  project?: string;
  maxSensitivity?: string;
  expires?: string;
};

type Key = {
  name: string;
  source: string;
  state: string;
  scope: string;
  toolsets: string[] | null;
  project: string | null;
  max_sensitivity: string | null;
  expires_at: string | null;
  last_used_at?: string | null;
};
type WithSecret = Key & { secret: string; previous_until?: string };

/** Performs one operation on keys and prints the result as text or JSON. */
async function act<T>(
  env: NodeJS.ProcessEnv,
  { json }: Json,
  work: (admin: Admin) => Promise<T>,
  said: (result: T) => string,
): Promise<ExitCode> {
  const admin = await openAdmin(env, 'dewey keys');
  try {
    const result = await work(admin);
    if (json) printJson(result);
    else print(said(result));
    return 0;
  } finally {
    await admin.close();
  }
}

export const addKey = async (
  env: NodeJS.ProcessEnv,
  name: string,
  options: AddOptions,
): Promise<ExitCode> => {
  const address = await addressOf(readConfig(env));
  const { scope, project, maxSensitivity: max_sensitivity, expires } = options;
  const toolsets = options.toolsets?.split(',').map((one) => one.trim());
  return act(
    env,
    options,
    (admin) =>
      admin.call('keys_add', {
        name,
        scope,
        toolsets,
        project,
        max_sensitivity,
        expires,
      }) as Promise<WithSecret>,
    (key) =>
      [
        `Added ${described(key)}.`,
        `Secret (shown only once): ${key.secret}`,
        '',
        ...clientLines(address, key.secret),
        '',
        'Any other client sends "Authorization: Bearer <secret>". From now on, every request requires a key.',
      ].join('\n'),
  );
};

/** Where clients find the server: the running one, or where it would listen. */
async function addressOf(config: Config): Promise<string> {
  if (config.url !== undefined) return config.url;
  const running = await findRunning(config);
  running?.agent.destroy();
  return running?.url ?? `http://127.0.0.1:${config.port}`;
}

export const rotateKey = (
  env: NodeJS.ProcessEnv,
  name: string,
  options: Json & { grace?: string },
): Promise<ExitCode> =>
  act(
    env,
    options,
    (admin) => admin.call('keys_rotate', { name, grace: options.grace }) as Promise<WithSecret>,
    (key) =>
      [
        `Rotated ${described(key)}. The old secret ${options.grace ? `is valid until ${key.previous_until}` : 'is no longer valid'}.`,
        `New secret (shown only once): ${key.secret}`,
      ].join('\n'),
  );

export const revokeKey = (env: NodeJS.ProcessEnv, name: string, options: Json): Promise<ExitCode> =>
  act(
    env,
    options,
    (admin) => admin.call('keys_revoke', { name }) as Promise<Key>,
    (key) => `Revoked ${described(key)}. Its connections are closed.`,
  );

export const removeKey = (env: NodeJS.ProcessEnv, name: string, options: Json): Promise<ExitCode> =>
  act(
    env,
    options,
    (admin) => admin.call('keys_remove', { name }) as Promise<{ keys_left: number }>,
    ({ keys_left: left }) =>
      left > 0
        ? `Removed ${name}; ${left} keys are left in the database.`
        : `Removed ${name}. No keys are left in the database: without DEWEY_API_KEYS or DEWEY_REQUIRE_KEY, any client that can reach the server has access.`,
  );

export const listKeys = (env: NodeJS.ProcessEnv, options: Json): Promise<ExitCode> =>
  act(
    env,
    options,
    (admin) => admin.call('keys_list', {}) as Promise<{ keys: Key[] }>,
    ({ keys }) =>
      keys.length === 0
        ? 'No API keys: any client on this machine has access.'
        : keys
            .map(
              (key) =>
                `${described(key)}; ${key.state}; ${key.last_used_at ? `last used ${key.last_used_at}` : 'never used'}`,
            )
            .join('\n'),
  );

const described = (key: Key): string =>
  oneLine(
    [
      `${key.name} (${key.scope}`,
      key.toolsets ? `, toolsets ${key.toolsets.join(', ')}` : '',
      key.project === null ? '' : `, project ${key.project}`,
      key.max_sensitivity === null ? '' : `, documents up to ${key.max_sensitivity}`,
      key.expires_at === null ? '' : `, until ${key.expires_at}`,
      key.source === 'environment' ? ', from DEWEY_API_KEYS' : '',
      ')',
    ].join(''),
  );
