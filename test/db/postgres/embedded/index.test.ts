import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import postgres from 'postgres';
import { describe, expect, inject, it, vi } from 'vitest';
import { connect } from '../../../../src/db/postgres/connect.ts';
import { holdEmbeddedServer } from '../../../../src/db/postgres/embedded/index.ts';
import { postmasterPid, useDataDirs } from '../../../support/datadir.ts';
import { lives, runScript } from '../../../support/process.ts';
import { eventually } from '../../../support/waiting.ts';

// Real processes start and stop here, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const dataDir = useDataDirs();

async function hold(directory: string) {
  const holder = runScript('test/support/holder.ts', [directory]);
  const [, url = ''] = await holder.says(/held (\S+)/);
  return {
    ...holder,
    url,
    leave() {
      holder.child.stdin.end('leave\n');
      return holder.ended;
    },
  };
}

async function runningPid(directory: string): Promise<number> {
  const pid = await postmasterPid(directory);
  if (pid === undefined) throw new Error('no server is running');
  return pid;
}

async function ask(url: string, statement: string): Promise<postgres.Row | undefined> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return (await sql.unsafe(statement))[0];
  } finally {
    await sql.end();
  }
}

describe('the embedded server', () => {
  it('is shared by processes that start at the same moment, and stopped by the last one to release it', async () => {
    const directory = await dataDir();
    const [first, second, third] = await Promise.all([hold(directory), hold(directory), hold(directory)]);
    expect(new Set([first.url, second.url, third.url]).size).toBe(1);
    const pid = await runningPid(directory);

    expect(await first.leave()).toBe(0);
    expect(await third.leave()).toBe(0);
    expect(lives(pid)).toBe(true);
    expect(await ask(second.url, 'select 1 as one')).toEqual({ one: 1 });

    expect(await second.leave()).toBe(0);
    expect(lives(pid)).toBe(false);
    expect(await postmasterPid(directory)).toBeUndefined();
    // No drafts are left behind, and other users cannot read the cluster or its password.
    expect(await readdir(directory)).toEqual(['postgres']);
    const cluster = join(directory, 'postgres');
    expect((await stat(cluster)).mode & 0o777).toBe(0o700);
    expect((await stat(join(cluster, 'dewey.password'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(cluster, 'server.log'))).mode & 0o077).toBe(0);
  });

  it('is durable', async () => {
    const settings = await ask(
      inject('serverUrl').replace(/winni$/, 'postgres'),
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
              current_setting('full_page_writes') as pages, current_setting('listen_addresses') as address`,
    );
    expect(settings).toEqual({ fsync: 'on', commit: 'on', pages: 'on', address: '127.0.0.1' });
  });

  it('outlives a killed holder, and the next one uses it', async () => {
    const directory = await dataDir();
    const killed = await hold(directory);
    const pid = await runningPid(directory);
    expect(await killed.end('SIGKILL')).toBe('SIGKILL');
    expect(lives(pid)).toBe(true);

    const next = await hold(directory);
    expect(next.url).toBe(killed.url);
    expect(await runningPid(directory)).toBe(pid);
    await next.leave();
    expect(lives(pid)).toBe(false);
  });

  it('is restarted on the same port when it is killed while held', async () => {
    const directory = await dataDir();
    const server = await holdEmbeddedServer(directory);
    const other = await hold(directory);
    const db = connect(server.url);
    try {
      await db.sql`create table survivors (n integer)`;
      await db.sql`insert into survivors values (1)`;
      const killed = await runningPid(directory);
      process.kill(killed, 'SIGKILL');
      const pid = await eventually(async () => {
        const now = await postmasterPid(directory);
        return now !== killed && now;
      });
      // The existing pool reconnects by itself.
      const rows = await eventually(() => db.sql`select n from survivors`.catch(() => undefined));
      expect([...rows]).toEqual([{ n: 1 }]);

      // Both holders hold it again: neither stops it while the other needs it.
      const holders = () =>
        db.sql<
          { n: number }[]
        >`select count(*)::int as n from pg_locks where locktype = 'advisory' and granted`;
      await eventually(async () => (await holders())[0]?.n === 2);
      expect(await other.leave()).toBe(0);
      expect(lives(pid)).toBe(true);
      await db.close();
      await server.release();
      expect(lives(pid)).toBe(false);
    } finally {
      await db.close();
      await other.end('SIGKILL');
    }
  });

  it('starts on the port of one that was killed, where pools of other processes look for it, unless it is taken', async () => {
    const directory = await dataDir();
    const crash = async () => {
      const holder = await hold(directory);
      const killed = await runningPid(directory);
      await holder.end('SIGKILL');
      process.kill(killed, 'SIGKILL');
      await eventually(() => !lives(killed));
      return holder.url;
    };
    const before = await crash();
    // As a start leaves it that failed while remains of the killed server blocked it.
    await rm(join(directory, 'postgres', 'postmaster.pid'));
    expect(await crash()).toBe(before);

    const taken = createServer().listen(Number(new URL(before).port), '127.0.0.1');
    await once(taken, 'listening');
    try {
      const elsewhere = await hold(directory);
      expect(elsewhere.url).not.toBe(before);
      expect(await ask(elsewhere.url, 'select 1 as one')).toEqual({ one: 1 });
      expect(await elsewhere.leave()).toBe(0);
    } finally {
      taken.close();
    }
  });

  it('starts although its last process id now belongs to another process', async () => {
    const directory = await dataDir();
    const crashed = await hold(directory);
    await crashed.end('SIGKILL');
    const killed = await runningPid(directory);
    process.kill(killed, 'SIGKILL');
    await eventually(() => !lives(killed));
    const file = join(directory, 'postgres', 'postmaster.pid');
    const left = await readFile(file, 'utf8');
    await writeFile(file, left.replace(String(killed), String(process.pid)));

    const next = await hold(directory);
    expect(await ask(next.url, 'select 1 as one')).toEqual({ one: 1 });
    expect(await runningPid(directory)).not.toBe(process.pid);
    expect(await next.leave()).toBe(0);
  });

  it('starts after a process died while creating the cluster', async () => {
    const directory = await dataDir();
    await writeFile(join(directory, 'postgres.99999.new.password'), 'half');
    const server = await holdEmbeddedServer(directory);
    expect(await ask(server.url, 'select 1 as one')).toEqual({ one: 1 });
    expect(await readdir(directory)).not.toContain('postgres.99999.new.password');
    await server.release();
  });
});

describe('an unusable data directory is reported with the reason', () => {
  it('when it is a file', async () => {
    const file = join(await dataDir(), 'file');
    await writeFile(file, '');
    await expect(holdEmbeddedServer(file)).rejects.toThrow(`DEWEY_DATA_DIR ${file} cannot be used: `);
  });

  it('when it cannot be created', async () => {
    const file = join(await dataDir(), 'file');
    await writeFile(file, '');
    const below = join(file, 'below');
    await expect(holdEmbeddedServer(below)).rejects.toThrow(`DEWEY_DATA_DIR ${below} cannot be used: `);
  });

  it.skipIf(process.getuid?.() !== 0)('when the server, which is not root, cannot enter it', async () => {
    const closed = await dataDir();
    await chmod(closed, 0o700);
    await expect(holdEmbeddedServer(join(closed, 'inside'))).rejects.toThrow(
      `cannot be used: started as root, PostgreSQL runs as the user "postgres", who cannot enter ${closed}. Choose`,
    );
  });

  it('when the path of the cluster is taken', async () => {
    const directory = await dataDir();
    await writeFile(join(directory, 'postgres'), 'mine');
    await expect(holdEmbeddedServer(directory)).rejects.toThrow(/^DEWEY_DATA_DIR cannot be used: .*postgres/);
    expect(await readFile(join(directory, 'postgres'), 'utf8')).toBe('mine');
  });

  it('when the folder of the cluster holds other files', async () => {
    const directory = await dataDir();
    await mkdir(join(directory, 'postgres'));
    await writeFile(join(directory, 'postgres', 'notes.txt'), 'mine');
    await expect(holdEmbeddedServer(directory)).rejects.toThrow(/^DEWEY_DATA_DIR cannot be used: .*postgres/);
    expect(await readdir(directory)).toEqual(['postgres']);
    expect(await readdir(join(directory, 'postgres'))).toEqual(['notes.txt']);
  });

  it("when the cluster does not start, with PostgreSQL's message", async () => {
    const directory = await dataDir();
    await (await holdEmbeddedServer(directory)).release();
    await rm(join(directory, 'postgres', 'global'), { recursive: true });
    await expect(holdEmbeddedServer(directory)).rejects.toThrow(/DEWEY_DATA_DIR .*did not start/);
  });
});
