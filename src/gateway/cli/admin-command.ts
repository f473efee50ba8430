import { type Admin, openAdmin } from './admin-client.ts';
import { print, printJson } from './run/say.ts';

/**
 * Makes the common part of a command's subcommands: each calls one admin tool, through the gateway of `DEWEY_URL` or in
 * this process, and prints the result as text or JSON.
 *
 * The input may have to be asked for first, such as the whole of an id.
 *
 * @param command name in the audit log, such as `dewey spool`.
 */
export const adminCommand =
  (command: string) =>
  async <T>(
    env: NodeJS.ProcessEnv,
    { json }: { json?: boolean },
    [name, input]: [string, object | ((admin: Admin) => Promise<object>)],
    describe: (result: T) => string,
  ): Promise<T> => {
    const admin = await openAdmin(env, command);
    try {
      const whole = typeof input === 'function' ? await input(admin) : input;
      const result = (await admin.call(name, whole)) as T; // its own tool's output
      if (json) printJson(result);
      else print(describe(result));
      return result;
    } finally {
      await admin.close();
    }
  };
