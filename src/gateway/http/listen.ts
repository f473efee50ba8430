import type { Server } from 'node:http';
import { ConfigError } from '../config/env.ts';

/** An address to listen at; `variable` names where its port is set, `hint` tells what may have taken it. */
export type Address = {
  host: string;
  port: number;
  variable: 'DEWEY_MCP_PORT' | 'DEWEY_PROXY_PORT';
  hint?: string;
};

/** Resolves when the server is listening; otherwise throws a message that names the variable. */
export function listen(server: Server, { host, port, variable, hint }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException) => {
      const problem =
        cause.code === 'EADDRINUSE'
          ? `is in use by another process.${hint === undefined ? '' : ` ${hint}`}`
          : `is not available: ${cause.message}.`;
      reject(new ConfigError(`${variable}: ${host}:${port} ${problem}`, { cause }));
    };
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });
}
