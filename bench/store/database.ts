import { readdirSync, readFileSync } from 'node:fs';
import postgres from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { migrate } from '../../src/db/postgres/migrate.ts';
import { scratchLake } from '../support.ts';

/** What the server has done so far; differences of two readings tell what a round cost. */
export type Costs = {
  /** Processor time of all of PostgreSQL's processes in microseconds; NaN on another machine. */
  cpu: number;
  walBytes: number;
};

/** The same, which backends report only after they have been idle for ten seconds. */
export type Counts = { transactions: number; flushes: number; walRecords: number };

export type Server = {
  /** Creates a database; `migrated` with this version's tables. */
  database(name: string, migrated: boolean): Promise<string>;
  costs(): Promise<Costs>;
  counts(): Promise<Counts>;
  /** Statements since the last call, most expensive first; empty without the extension pg_stat_statements. */
  statements(database: string): Promise<Statement[]>;
  end(): Promise<void>;
};

export type Statement = { query: string; calls: number; us: number; walBytes: number };

/** Databases on the named server, which are dropped at the end, or on an embedded one. */
export async function useServer(url?: string): Promise<Server> {
  const lake = url === undefined ? await scratchLake() : undefined;
  const address = new URL(url ?? lake?.url ?? '');
  const at = (name: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href;
  const admin = postgres(at('postgres'), { max: 1, onnotice: () => undefined });
  const made: string[] = [];
  const [file] = await admin<{ pid: string }[]>`
    select split_part(pg_read_file('postmaster.pid'), E'\n', 1) as pid`;
  const local = ['localhost', '127.0.0.1', '::1', ''].includes(address.hostname);
  const counted = await admin`select from pg_available_extensions where name = 'pg_stat_statements'`
    .then(async () => {
      await admin`create extension if not exists pg_stat_statements`;
      await admin`select pg_stat_statements_reset()`;
      return true;
    })
    .catch(() => false);
  const [of] = await admin<
    { version: number }[]
  >`select current_setting('server_version_num')::int as version`;
  const flushes =
    (of?.version ?? 0) >= 180_000
      ? admin`(select sum(fsyncs)::float8 from pg_stat_io where object = 'wal')`
      : admin`wal_sync::float8`;
  return {
    async database(name, migrated) {
      const own = `${name}_${uuidv7().slice(-6)}`;
      await admin.unsafe(`create database ${own}`);
      made.push(own);
      if (migrated) await migrate(at(own));
      return at(own);
    },
    async costs() {
      const [row] = await admin<{ at: number }[]>`
        select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as at`;
      return { cpu: local ? processorTime(Number(file?.pid)) : Number.NaN, walBytes: row?.at ?? Number.NaN };
    },
    async counts() {
      await new Promise((resolve) => setTimeout(resolve, 11_000));
      const [row] = await admin<Counts[]>`
        select (select sum(xact_commit)::float8 from pg_stat_database) as transactions, ${flushes} as flushes,
               wal_records::float8 as "walRecords"
        from pg_stat_wal`;
      if (!row) throw new Error('pg_stat_wal has no row');
      return row;
    },
    async statements(database) {
      if (!counted) return [];
      const name = new URL(database).pathname.slice(1);
      const rows = await admin<Statement[]>`
        select query, calls::float8 as calls, total_exec_time * 1000 + total_plan_time * 1000 as us,
               wal_bytes::float8 as "walBytes"
        from pg_stat_statements s join pg_database d on d.oid = s.dbid
        where d.datname = ${name} order by 3 desc`;
      await admin`select pg_stat_statements_reset(0, (select oid from pg_database where datname = ${name}), 0)`;
      return [...rows];
    },
    async end() {
      for (const name of made) await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
      await lake?.end();
    },
  };
}

/** Microseconds of a process and its children, as Linux counts them: in hundredths of a second. */
export function processorTime(parent: number): number {
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(pid);
    if (!fields) continue;
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15).map(Number);
    if (Number(pid) === parent) ticks += utime + stime + cutime + cstime;
    else if (Number(fields[1]) === parent) ticks += utime + stime;
  }
  return ticks * 10_000;
}

/** The server that a backend belongs to. */
export const parentOf = (pid: number): number => Number(statOf(String(pid))?.[1]);

/** The fields after the name; undefined when the process has ended meanwhile. */
function statOf(pid: string): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
