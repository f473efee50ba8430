import { text } from 'node:stream/consumers';
import { catalog } from '../../handlers/index.ts';
import { toolQuestion } from '../calls/tool-meant.ts';
import { bodyOf, posting, send } from '../client/remote.ts';
import { readConfig } from '../config/env.ts';
import { openGateway } from './gateway/open-gateway.ts';
import type { ExitCode } from './run/program.ts';
import { type Json, printJson } from './run/say.ts';
import { UsageError } from './run/usage.ts';

/** Calls a tool through `DEWEY_URL` when set, otherwise on the database, and prints the result or error as JSON. */
export async function call(
  env: NodeJS.ProcessEnv,
  name: string,
  json: string,
  options: Json = {},
): Promise<ExitCode> {
  const config = readConfig(env);
  const input = parse(json === '-' ? await text(process.stdin) : json);
  // Checked before a database is started; a gateway of another version may have tools that are unknown here.
  if (config.url === undefined && !catalog.find(name))
    throw new UsageError(
      `Unknown tool ${name}. ${toolQuestion(name, catalog)}"dewey tools" lists all tools.`,
    );
  const gateway = await openGateway(config, 'dewey call');
  try {
    const response = await send(gateway, `/tools/${encodeURIComponent(name)}`, posting(input));
    const body = await bodyOf(gateway, response);
    printJson(
      body,
      process.stdout.isTTY && !options.json ? 2 : 0,
      response.ok ? process.stdout : process.stderr,
    );
    return response.ok ? 0 : 1;
  } finally {
    await gateway.close();
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new UsageError(`The input is not valid JSON: ${json.slice(0, 100)}`);
  }
}
