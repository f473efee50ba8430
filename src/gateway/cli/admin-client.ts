import { askFor } from '../client/remote.ts';
import { readConfig } from '../config/env.ts';
import { openGateway } from './open-gateway.ts';

/** Calls administration tools. */
export type Admin = {
  /** @throws Error with the failure and what to do. */
  call(name: string, input: object): Promise<unknown>;
  close(): Promise<void>;
};

/** Through the gateway of `DEWEY_URL`, else on the database itself. */
export async function openAdmin(env: NodeJS.ProcessEnv, client: string): Promise<Admin> {
  const gateway = await openGateway(readConfig(env), client);
  return { call: (name, input) => askFor(gateway, `/admin/${name}`, input), close: gateway.close };
}
