import { createHash } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import type { Agent } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod';
import type { Log } from '../../handlers/tool/deps.ts';
import type { Config } from '../config/env.ts';
import { writeDurably } from './durable.ts';
import { connectProven } from './server-proof.ts';

/** What a running server publishes in the data directory for commands of the same user; only that user can read it. */
const shape = z.object({ url: z.url(), pid: z.int(), database: z.string(), secret: z.string().min(1) });

const fileOf = (config: Config): string => join(config.dataDir, 'server.json');

/** Identifies the database, without its credentials in the clear. */
export const databaseOf = (config: Config): string =>
  config.databaseUrl === undefined
    ? 'embedded'
    : createHash('sha256').update(config.databaseUrl).digest('hex');

/** How often a server looks whether commands still find one. */
const lookEveryMs = 2000;

/**
 * Publishes where this server listens, unless another server of this data directory has done so and answers. From then
 * on it looks every few seconds, and publishes itself when the file is gone or names a server that does not answer: the
 * other one has ended. A read-only data directory does not keep the server from running.
 *
 * @param secret with which this server proves that it wrote the file; see `server-proof.ts`.
 * @returns ends this, and removes the file if it names this server.
 */
export async function announce(
  config: Config,
  url: string,
  secret: string,
  log: Log,
): Promise<() => Promise<void>> {
  const file = fileOf(config);
  // A wildcard address cannot be connected to.
  const reachable = url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
  const text = JSON.stringify({ url: reachable, pid: process.pid, database: databaseOf(config), secret });
  /** Servers that this one replaced although they live: of two that cannot reach each other, neither insists. */
  const replaced = new Set<string>();
  let told: string | undefined;
  const tell = (about: string, details: object, message: string) => {
    if (told !== about) log.warn(details, message);
    told = about;
  };
  const publish = async () => {
    const found = await readAnnouncement(config);
    if (found?.secret === secret || (found && replaced.has(found.secret))) return;
    if (found && (await answers(found)))
      return tell(
        found.secret,
        { url: found.url, pid: found.pid },
        'another server of this data directory is running: commands and hooks find that one until it ends',
      );
    try {
      await writeDurably(file, text);
      if (found) replaced.add(found.secret);
      told = undefined;
    } catch (err) {
      tell('', { err }, 'other commands will not find this server: the data directory cannot be written');
    }
  };
  // A folder that is removed later stays removed.
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 }).catch(() => undefined);
  await publish();
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(publish);
  }, lookEveryMs).unref();
  return async () => {
    clearInterval(timer);
    await looking;
    if ((await readAnnouncement(config))?.secret === secret) await rm(file, { force: true });
  };
}

const answers = (announced: { url: string; secret: string }): Promise<boolean> =>
  connectProven(announced, proofPatienceMs).then(
    (agent) => {
      agent.destroy();
      return true;
    },
    () => false,
  );

/** The server of this data directory and database, with the connection on which it proved its identity. */
export type RunningElsewhere = { url: string; agent: Agent };

/** Finds the running server of this data directory and database, if it proves its identity. */
export async function findRunning(config: Config): Promise<RunningElsewhere | undefined> {
  const announced = await readAnnouncement(config);
  if (!announced || announced.database !== databaseOf(config)) return undefined;
  try {
    return { url: announced.url, agent: await connectProven(announced, proofPatienceMs) };
  } catch {
    return undefined; // left behind by a process that was killed
  }
}

const proofPatienceMs = 2000;

async function readAnnouncement(config: Config): Promise<z.output<typeof shape> | undefined> {
  try {
    return shape.safeParse(JSON.parse(await readFile(fileOf(config), 'utf8'))).data;
  } catch {
    return undefined; // missing or partial: ignored
  }
}
