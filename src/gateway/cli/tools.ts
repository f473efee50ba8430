import * as z from 'zod';
import { catalog } from '../../handlers/index.ts';
import { ask, bodyOf, type Remote, remoteOf } from '../client/remote.ts';
import { readConfig } from '../config/env.ts';
import { listTools } from '../mcp/listing.ts';
import type { ExitCode } from './run/program.ts';
import { print, printJson } from './run/say.ts';
import { oneLine } from './terminal/harmless.ts';

const listing = z.object({ tools: z.array(z.looseObject({ name: z.string(), title: z.string() })) });
type Listed = z.output<typeof listing>['tools'];

/** Lists the tools: those visible to the key at the gateway of `DEWEY_URL`, otherwise all. */
export async function tools(env: NodeJS.ProcessEnv, options: { json?: boolean }): Promise<ExitCode> {
  // Without a gateway, no database is needed either.
  const remote = remoteOf(readConfig(env));
  const listed = remote ? await toolsThere(remote) : undefined;
  if (options.json) {
    printJson(listed ?? listTools(catalog), 2);
    return 0;
  }
  const groups = catalog.toolsets.map(({ title, tools: all }) => ({
    title,
    tools: listed ? listed.filter(({ name }) => all.some((tool) => tool.name === name)) : all,
  }));
  // A gateway of another version may have tools that are unknown here.
  groups.push({ title: 'More', tools: listed?.filter(({ name }) => !catalog.find(name)) ?? [] });
  const shown = groups.filter((group) => group.tools.length > 0);
  const width = Math.max(0, ...shown.flatMap((group) => group.tools.map(({ name }) => name.length)));
  for (const group of shown) {
    print(group.title);
    for (const { name, title } of group.tools) print(`  ${oneLine(name).padEnd(width)}  ${oneLine(title)}`);
  }
  return 0;
}

async function toolsThere(remote: Remote): Promise<Listed> {
  return listing.parse(await bodyOf(remote, await ask(remote, '/tools'))).tools;
}
