import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { Agent } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod';
import type { Log } from '../../handlers/tool/deps.ts';
import type { Config } from '../config/env.ts';
import { connectProven } from './server-proof.ts';

/** What a running server publishes in the data directory for commands of the same user; only that user can read it. */
const shape = z.object({ url: z.url(), pid: z.int(), database: z.string(), secret: z.string().min(1) });

const fileOf = (config: Config): string => join(config.dataDir, 'server.json');

/** Identifies the database, without its credentials in the clear. */
export const databaseOf = (config: Config): string =>
  config.databaseUrl === undefined
    ? 'embedded'
    : createHash('sha256').update(config.databaseUrl).digest('hex');

/**
 * Publishes where this server listens; returns a function that removes the file. A read-only data directory does not
 * keep the server from running.
 *
 * @param secret with which this server proves that it wrote the file; see `server-proof.ts`.
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
  try {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
    await rm(file, { force: true }); // the mode below applies only to new files
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
  } catch (err) {
    log.warn({ err }, 'other commands will not find this server: the data directory cannot be written');
  }
  return async () => {
    // Another server may have replaced the file in the meantime.
    if ((await readAnnouncement(config))?.pid === process.pid) await rm(file, { force: true });
  };
}

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
