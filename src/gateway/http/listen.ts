import type { Server } from 'node:http';
import { type Config, ConfigError } from '../config/env.ts';

/** Resolves when the server listens; throws a sentence that names the variable when it cannot. */
export function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const problem =
        cause.code === 'EADDRINUSE' ? 'is in use by another process' : `cannot be served: ${cause.message}`;
      reject(new ConfigError(`DEWEY_MCP_PORT: ${host}:${port} ${problem}.`, { cause }));
    });
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
