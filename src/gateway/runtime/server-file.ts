import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { Agent } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod';
import type { Log } from '../../handlers/tool/deps.ts';
import type { Config } from '../config/env.ts';
import { connectProven } from './server-proof.ts';

/** What a running server leaves in the data directory for other commands of the same user, who alone may read it. */
const shape = z.object({ url: z.url(), pid: z.int(), database: z.string(), secret: z.string().min(1) });

const fileOf = (config: Config): string => join(config.dataDir, 'server.json');

/** Which database is served, without its credentials in the clear. */
export const databaseOf = (config: Config): string =>
  config.databaseUrl === undefined
    ? 'embedded'
    : createHash('sha256').update(config.databaseUrl).digest('hex');

/**
 * Says where this server listens; returns what takes that back. A data directory that cannot be written to is no reason
 * not to serve.
 *
 * @param secret with which this server proves that it wrote this; see `server-proof.ts`.
 */
export async function announce(
  config: Config,
  url: string,
  secret: string,
  log: Log,
): Promise<() => Promise<void>> {
  const file = fileOf(config);
  // An address that means "all of mine" is none to connect to.
  const reachable = url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
  const text = JSON.stringify({ url: reachable, pid: process.pid, database: databaseOf(config), secret });
  try {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
    await rm(file, { force: true }); // the mode below counts only for a new file
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
  } catch (err) {
    log.warn({ err }, 'other commands will not find this server by its data directory');
  }
  return async () => {
    // Another server may have taken the place in the meantime.
    if ((await readAnnouncement(config))?.pid === process.pid) await rm(file, { force: true });
  };
}

/** Where a server of this data directory and database listens, and the connection on which it has proved that it does. */
export type RunningElsewhere = { url: string; agent: Agent };

/** The server of this data directory and database, if one lives and proves itself. */
export async function findRunning(config: Config): Promise<RunningElsewhere | undefined> {
  const announced = await readAnnouncement(config);
  if (!announced || announced.database !== databaseOf(config)) return undefined;
  try {
    return { url: announced.url, agent: await connectProven(announced, proofPatienceMs) };
  } catch {
    return undefined; // left behind by one that was killed
  }
}

const proofPatienceMs = 2000;

async function readAnnouncement(config: Config): Promise<z.output<typeof shape> | undefined> {
  try {
    return shape.safeParse(JSON.parse(await readFile(fileOf(config), 'utf8'))).data;
  } catch {
    return undefined; // none there, or half written: as good as none
  }
}
