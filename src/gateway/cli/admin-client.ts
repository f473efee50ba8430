import { askFor } from '../client/remote.ts';
import { readConfig } from '../config/env.ts';
import { openGateway } from './gateway/open-gateway.ts';

/** Calls administration tools. */
export type Admin = {
  /** @throws Error with the failure and what to do. */
  call(name: string, input: object): Promise<unknown>;
  close(): Promise<void>;
};

/** Uses the gateway of `DEWEY_URL`, otherwise the database directly. */
export async function openAdmin(env: NodeJS.ProcessEnv, client: string): Promise<Admin> {
  const gateway = await openGateway(readConfig(env), client);
  return { call: (name, input) => askFor(gateway, `/admin/${name}`, input), close: gateway.close };
}
