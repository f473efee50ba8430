import { readFile } from 'node:fs/promises';
import { askFor, type Remote } from '../client/remote.ts';
import type { Config } from '../config/env.ts';
import { openGateway } from './gateway/open-gateway.ts';
import type { Client, Machine } from './setup/clients/client.ts';
import { entryIn } from './setup/files/servers.ts';
import { serverFileOf } from './setup/plan.ts';
import { proveEntry } from './setup/prove.ts';

export type Proven = { client: Client; tools?: number; problem?: string };

/** Tries every client's entry as it stands in its file; clients without one are left out. */
export async function proveEntries(
  config: Config,
  url: string,
  key: string | undefined,
  clients: readonly Client[],
  machine: Machine,
  mark: string,
): Promise<Proven[]> {
  const proven: Proven[] = [];
  const conversations: string[] = [];
  for (const [at, client] of clients.entries())
    try {
      const file = serverFileOf(client, machine);
      const text = await readFile(file.path, 'utf8').catch(() => undefined); // the plan has said why
      const entry = text === undefined ? undefined : entryIn(file, text);
      if (!entry) continue;
      const tools = await proveEntry(entry, `${mark}x${at}`, (id) => conversations.push(id));
      proven.push({ client, tools });
    } catch (error) {
      proven.push({ client, problem: error instanceof Error ? error.message : String(error) });
    }
  await removeAll(config, { url, apiKey: key, client: 'dewey setup' }, conversations);
  return proven;
}

/** A key of a client may write, but not delete: then the database is asked directly. */
async function removeAll(config: Config, remote: Remote, conversations: readonly string[]): Promise<void> {
  const remove = async (gateway: Remote) => {
    for (const conversation_id of conversations) {
      await askFor(gateway, '/tools/dewey_delete_conversation', { conversation_id, force: true });
      // Otherwise it would come back with what else is restored.
      await askFor(gateway, '/admin/purge_deleted', { conversation_id });
    }
  };
  if (conversations.length === 0) return;
  try {
    await remove(remote);
  } catch (error) {
    if (config.url !== undefined)
      throw new Error(
        `The test messages could not be removed: ${error instanceof Error ? error.message : error} Delete these conversations: ${conversations.join(', ')}`,
      );
    const gateway = await openGateway(config, 'dewey setup');
    try {
      await remove(gateway);
    } finally {
      await gateway.close();
    }
  }
}
