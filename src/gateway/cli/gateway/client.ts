import { existsSync } from 'node:fs';
import { type Agent, request } from 'node:http';
import { join } from 'node:path';
import { refusalOf } from '../../client/refusal.ts';
import { askFor, posting, type Remote, remoteOf } from '../../client/remote.ts';
import type { Config } from '../../config/env.ts';
import { findRunning } from '../../runtime/server-file.ts';

/** Calls tools for a command, wherever they run. */
export type Client = {
  /** The server that answers; undefined in this process. */
  server: string | undefined;
  /** @throws Error with the failure and what to do. */
  post<T>(path: string, input: object): Promise<T>;
  close(): Promise<void>;
};

/**
 * Opens the way to the lake for a command that people wait for: the gateway of `DEWEY_URL`, otherwise the running server
 * of this data directory, otherwise the database, in this process. The server's way loads little and is the fastest.
 *
 * @param name the command, as the audit log names it.
 */
export async function openClient(config: Config, name: string): Promise<Client> {
  const remote = remoteOf(config);
  if (remote) return overNetwork({ ...remote, client: name });
  const running = await findRunning(config);
  return running
    ? besideServer(config.apiKey ?? config.apiKeys[0]?.secret, running, name)
    : inProcess(config, name);
}

const overNetwork = (remote: Remote): Client => ({
  server: remote.url,
  // Each command knows the output of the tools it calls.
  post: async <T>(path: string, input: object) => (await askFor(remote, path, input)) as T,
  close: async () => undefined,
});

type Answer = { status: number; body: unknown };

/** The server of this data directory, on the connection on which it proved itself. */
function besideServer(
  apiKey: string | undefined,
  { url, agent }: { url: string; agent: Agent },
  name: string,
): Client {
  return {
    server: url,
    async post<T>(path: string, input: object): Promise<T> {
      const { status, body } = await send(agent, url + path, input, { apiKey, name });
      if (status < 400) return body as T; // each command knows the output of the tools it calls
      // Without a key, this says which variable is missing: the database itself would show more than the key may see.
      throw (
        refusalOf({ url, apiKey }, body) ?? new Error(`${url} answered ${status}, but not as a Dewey server.`)
      );
    },
    async close() {
      agent.destroy();
    },
  };
}

function send(
  agent: Agent,
  url: string,
  input: object,
  { apiKey, name }: { apiKey: string | undefined; name: string },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': name,
      ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
    };
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => {
        try {
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
        } catch {
          resolve({ status: response.statusCode ?? 0, body: text });
        }
      });
      response.on('error', reject);
    });
    call.on('error', (error) => reject(new Error(`The server at ${url} did not answer: ${error.message}.`)));
    call.end(posting(input).body);
  });
}

async function inProcess(config: Config, name: string): Promise<Client> {
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'postgres')))
    throw new NothingStored(
      `Nothing is stored in ${config.dataDir} yet. "dewey import" imports the history of your agents, and "dewey serve" captures what they do from now on.`,
    );
  const { openGateway } = await import('./open-gateway.ts');
  const gateway = await openGateway(config, name);
  return { ...overNetwork(gateway), server: undefined, close: gateway.close };
}

/** There is no lake yet. */
export class NothingStored extends Error {}
