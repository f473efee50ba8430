import type { Readable } from 'node:stream';
import { connect, type Sql } from '../postgres/connect.ts';
import { failureCode } from '../postgres/errors.ts';
import { migrate, migrationLock, ownMigrations } from '../postgres/migrate.ts';
import { isSpread } from '../postgres/spread.ts';
import { collectionIds } from '../search/collection/ids.ts';
import { copyIn } from './copy-in.ts';
import { claimEmptyLake, dropLake } from './empty.ts';
import { BackupError, type Header, type TableStart, writtenAlike } from './format.ts';
import { type Contents, readBackup } from './read.ts';
import {
  type BackupKey,
  type Provenance,
  provenanceOf,
  type Quarantined,
  quarantine,
  type Trusted,
} from './signature.ts';
import { liveTables, quoted, quotedList } from './tables.ts';

export type RestoreReport = Contents & {
  /** How many migrations were applied on top of the backup's own. */
  migrated: number;
  provenance: Provenance;
  /** What was made inactive because the origin of the file is unknown. */
  quarantined: Quarantined;
};

export type RestoreOptions = {
  /** This lake's own key: files signed with it are restored unchanged. */
  key?: BackupKey | undefined;
  /** What a file not signed by this lake may activate; without it, nothing. */
  trusted?: Trusted | undefined;
  onHeader?: ((header: Header) => void) | undefined;
  onProgress?: ((bytes: number, table: string) => void) | undefined;
};

/**
 * Restores a backup into an empty lake: all of it, or nothing. Everything happens in one transaction, so that a restore
 * that is killed, fails or reads a damaged file leaves the database unchanged. A backup of an earlier version is
 * restored into the tables of that version, which are then migrated. Keys and active contexts take effect only when
 * this lake has signed the file, or they are trusted.
 *
 * @throws BackupError when the file or the lake cannot be used; the database's own error otherwise.
 */
export function restoreBackup(
  url: string,
  file: Readable,
  options: RestoreOptions = {},
): Promise<RestoreReport> {
  return rebuildLake(url, async (tx, prepare) => {
    const contents = await readBackup(file, {
      onHeader: async (header) => {
        await prepare(header);
        options.onHeader?.(header);
      },
      takeRows: (table, rows) => fill(tx, table, rows),
      onProgress: options.onProgress,
    });
    const provenance = provenanceOf(contents.end, options.key);
    const trusted = provenance === 'own' ? everything : (options.trusted ?? nothing);
    return { ...contents, provenance, quarantined: await quarantine(tx, trusted) };
  });
}

const everything: Trusted = { keys: true, contexts: true };
const nothing: Trusted = { keys: false, contexts: false };

/** The part of a header that is needed to recreate a lake. */
export type Origin = Pick<Header, 'dewey' | 'migrations' | 'sequences'>;

/**
 * Rebuilds a lake from a file, in one transaction, then migrates it to this version.
 *
 * @param read receives the function that creates the tables of the file's version, and inserts the rows.
 */
export async function rebuildLake<T extends { header: Origin }>(
  url: string,
  read: (tx: Sql, prepare: (origin: Origin) => Promise<void>) => Promise<T>,
): Promise<T & { migrated: number }> {
  const { sql, close } = connect(url, { max: 1, applicationName: 'dewey restore' });
  let contents: T | undefined;
  let wasSpread = false;
  try {
    await waitForLock(sql);
    wasSpread = await isSpread(sql);
    await sql.begin(async (tx) => {
      // Tables of several nodes are dropped one after the other, each after all that was read from it.
      if (wasSpread) await tx`set local citus.multi_shard_modify_mode to 'sequential'`;
      await tx.unsafe(writtenAlike);
      const made = await read(tx, async (origin) => {
        const wanted = migrationsOf(origin);
        await claimEmptyLake(tx);
        await makeLake(tx, wanted);
      });
      for (const { name, last, called } of made.header.sequences)
        await tx`select setval(${quoted(name)}::text::regclass, ${last}::text::bigint, ${called})`;
      await queueForSearch(tx);
      contents = made;
    });
  } finally {
    await close();
  }
  if (contents === undefined) throw new Error('the transaction ended without a result');
  const { applied } = await migrate(url, { distributed: wasSpread });
  return { ...contents, migrated: applied };
}

async function waitForLock(sql: Sql): Promise<void> {
  await sql`set lock_timeout = '10s'`;
  try {
    await sql`select pg_advisory_lock(${migrationLock})`;
  } catch (error) {
    if (failureCode(error) !== '55P03') throw error;
    throw new BackupError(
      'Another process restores into this database or migrates it. Wait until it has ended, then try again.',
    );
  }
}

type Migration = ReturnType<typeof ownMigrations>[number];

/** The migrations that the lake of a backup had. */
function migrationsOf(header: Origin): Migration[] {
  const own = ownMigrations();
  const known = header.migrations.every(({ hash }, i) => own[i]?.hash === hash);
  if (known) return own.slice(0, header.migrations.length);
  throw new BackupError(
    header.migrations.length > own.length
      ? `The backup was made by a newer Dewey (${header.dewey}). Restore it with that version or a later one.`
      : `The backup was made by another build of Dewey (${header.dewey}), whose tables this version cannot create. Restore it with the version that made it.`,
  );
}

/** Creates the tables of that version, empty. */
async function makeLake(tx: Sql, migrations: readonly Migration[]): Promise<void> {
  await dropLake(tx);
  for (const { sql: statements } of migrations) for (const text of statements) await tx.unsafe(text);
  await tx`create schema drizzle`;
  await tx`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
  for (const { hash, folderMillis } of migrations)
    await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${String(folderMillis)})`;
  const { tables } = await liveTables(tx);
  await tx.unsafe(`truncate ${quotedList(tables.map(({ name }) => name))}`);
}

/** Copies the rows of a table in unchanged, with triggers off. */
async function fill(tx: Sql, { table, columns }: TableStart, rows: AsyncIterable<Buffer>): Promise<void> {
  const { tables } = await liveTables(tx);
  const own = tables.find(({ name }) => name === table);
  const missing = columns.filter((column) => !own?.columns.includes(column));
  if (!own || missing.length > 0)
    throw new BackupError(
      `The backup has ${own ? `the columns ${missing.join(', ')} of ${table}` : `a table ${table}`}, which its version does not have. Nothing was changed.`,
    );
  await tx.unsafe(`alter table ${quoted(table)} disable trigger user`);
  await copyIn(tx, `copy ${quoted(table)} (${quotedList(columns)}) from stdin`, rows, table);
  await tx.unsafe(`alter table ${quoted(table)} enable trigger user`);
}

/** Texts named by one row of the queue. */
const textsARow = 1000;

/** Queues all texts, so that the index is rebuilt in the background, as after an import. */
async function queueForSearch(tx: Sql): Promise<void> {
  const collections = await tx<{ table: string; shelf: number }[]>`
    select 'messages' as table, ${collectionIds.messages}::smallint as shelf from pg_attribute
    where attrelid = to_regclass('messages') and attname = 'doc_no' and to_regclass('search_queue') is not null
    union
    select c.relname as table, split_part(encode(t.tgargs, 'escape'), '\\000', 1)::smallint as shelf
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where p.proname = 'search_enqueue' and not t.tgisinternal and c.relnamespace = 'public'::regnamespace`;
  for (const { table, shelf: collectionId } of collections)
    await tx.unsafe(
      `insert into search_queue (shelf, doc_nos)
       select ${collectionId}, array_agg(doc_no order by doc_no) from ${quoted(table)}
       group by doc_no / ${textsARow} order by doc_no / ${textsARow}`,
    );
}
