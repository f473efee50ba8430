import { askFor } from '../client/remote.ts';
import { readConfig } from '../config/env.ts';
import { openGateway } from './gateway/open-gateway.ts';

/** Calls administration tools. */
export type Admin = {
  /** Posts to any route, as commands for people do. */
  post<T>(path: string, input: object): Promise<T>;
  /** @throws Error with the failure and what to do. */
  call(name: string, input: object): Promise<unknown>;
  close(): Promise<void>;
};

/** Uses the gateway of `DEWEY_URL`, otherwise the database directly. */
export async function openAdmin(env: NodeJS.ProcessEnv, client: string): Promise<Admin> {
  const gateway = await openGateway(readConfig(env), client);
  return {
    // Each command knows the output of the tools it calls.
    post: async <T>(path: string, input: object) => (await askFor(gateway, path, input)) as T,
    call: (name, input) => askFor(gateway, `/admin/${name}`, input),
    close: gateway.close,
  };
}
