import type { Server } from 'node:http';
import { type Config, ConfigError } from '../config/env.ts';

/** Resolves when the server is listening; otherwise throws a message that names the variable. */
export function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const problem =
        cause.code === 'EADDRINUSE' ? 'is in use by another process' : `is not available: ${cause.message}`;
      reject(new ConfigError(`DEWEY_MCP_PORT: ${host}:${port} ${problem}.`, { cause }));
    });
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
