import type { Config } from '../../config/env.ts';
import { programFile, quotedProgram } from '../../runtime/own-program.ts';
import { clientAddress } from './address.ts';
import type { Target } from './clients/client.ts';
import type { HookProgram } from './files/hooks.ts';

/** Variables that a program started by a client or at login needs too, because it does not inherit ours. */
const passedOn =
  /^(DEWEY_|DATABASE_|OPENAI_|OTEL_|CLAUDE_CONFIG_DIR$|CODEX_HOME$|GEMINI_CLI_HOME$|CLINE_(?:SESSION_DATA_|DATA_)?DIR$|COPILOT_HOME$|QWEN_HOME$|QWEN_RUNTIME_DIR$|GOOSE_PATH_ROOT$|(?:FLATPAK_)?XDG_DATA_HOME$)/;

export const environmentFor = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      passedOn.test(name) && value !== undefined && value !== '' ? [[name, value]] : [],
    ),
  );

/** Where clients find this Dewey. */
export function targetOf(
  config: Config,
  env: NodeJS.ProcessEnv,
  { gateway, key, toolsets }: { gateway: string; key: string | undefined; toolsets: string },
): Target {
  const { DEWEY_DATA_DIR: data, DEWEY_URL: url } = env;
  return {
    url: clientAddress(gateway, toolsets),
    key,
    program: {
      command: process.execPath,
      args: [programFile, 'mcp'],
      env: {
        ...(toolsets === 'all' ? {} : { DEWEY_TOOLSETS: toolsets }),
        ...(data ? { DEWEY_DATA_DIR: config.dataDir } : {}),
        ...(url ? { DEWEY_URL: url } : {}),
        ...(key === undefined ? {} : { DEWEY_API_KEY: key }),
      },
    },
  };
}

/** What Claude Code runs at its events. */
export const hookProgram = (config: Config, env: NodeJS.ProcessEnv): HookProgram => ({
  program: quotedProgram,
  options: env.DEWEY_DATA_DIR ? `--data-dir "${config.dataDir}"` : '',
});
