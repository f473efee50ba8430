import type { Command } from 'commander';
import type { ExitCode } from './run/program.ts';
import type { Json } from './run/say.ts';

/** The commands that run until they are stopped. */
export function addRunCommands(
  program: Command,
  env: NodeJS.ProcessEnv,
  ended: (code: ExitCode) => void,
): void {
  const asJson = ['--json', 'print what it says when it is ready as JSON'] as const;
  program
    .command('serve')
    .description('run the gateway (HTTP, WebSocket and REST on DEWEY_MCP_PORT, 9020)')
    .option(...asJson)
    .action(async (options: Json) => {
      ended(await (await import('./serve.ts')).serve(env, options));
    });
  program
    .command('mcp')
    .description('speak MCP over standard input and output, for clients that support only stdio')
    .action(async () => {
      ended(await (await import('./mcp.ts')).mcp(env));
    });
  program
    .command('worker')
    .description(
      'extract events from documents ("dewey serve" does so too); several workers can run in parallel',
    )
    .option(...asJson)
    .action(async (options: Json) => {
      ended(await (await import('./worker.ts')).worker(env, options));
    });
  program
    .command('proxy')
    .description('run the capture proxy alone (DEWEY_PROXY_PORT, 9000; upstreams in DEWEY_UPSTREAMS)')
    .option(...asJson)
    .action(async (options: Json) => {
      ended(await (await import('./proxy.ts')).proxy(env, options));
    });
  program
    .command('watch')
    .description('follow the agents\' transcripts as they grow ("dewey serve" does so too)')
    .option(...asJson)
    .action(async (options: Json) => {
      ended(await (await import('./watch.ts')).watch(env, options));
    });
}
