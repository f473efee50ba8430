import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Binaries, findBinaries, platformPackage } from '../postgres/embedded/binaries.ts';
import { prepare } from '../postgres/embedded/cluster.ts';

/** The last release of each older major version, as npm has them. */
const lastReleases: Record<string, string> = {
  14: '14.23.0-beta.17',
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
};

/** A cluster that the PostgreSQL of this Dewey cannot start: it was written by another major version. */
export type OlderCluster = { written: string; current: Binaries };

/** Whether the embedded cluster of a data directory was written by another major version. */
export async function findOlderCluster(dataDirectory: string): Promise<OlderCluster | undefined> {
  const written = await readFile(join(dataDirectory, 'postgres', 'PG_VERSION'), 'utf8').then(
    (text) => text.trim(),
    () => undefined, // no cluster yet, or one that cannot be read: opening it says which
  );
  if (written === undefined) return undefined;
  const current = await findBinaries(join(dataDirectory, 'runtime'), await prepare(dataDirectory));
  return written === current.major ? undefined : { written, current };
}

/** Where the programs of an older version are looked for. */
const programsFolder = (dataDirectory: string, major: string): string =>
  join(dataDirectory, `postgres-${major}-programs`);

/**
 * The programs of the version that wrote a cluster.
 *
 * @throws Error with the one command that fetches them.
 */
export async function olderBinaries(
  dataDirectory: string,
  { written, current }: OlderCluster,
): Promise<Binaries> {
  const intro = `The data in ${dataDirectory} was written by PostgreSQL ${written}, and this Dewey brings ${current.major}.`;
  if (Number(written) > Number(current.major)) throw new Error(`${intro} Use the newer Dewey that wrote it.`);
  const release = lastReleases[written];
  if (release === undefined)
    throw new Error(
      `${intro} Back it up with the Dewey that wrote it, and restore that into a new DEWEY_DATA_DIR.`,
    );
  const folder = programsFolder(dataDirectory, written);
  const user = await prepare(dataDirectory);
  try {
    return await findBinaries(join(dataDirectory, 'runtime'), user, folder);
  } catch (cause) {
    throw new Error(
      `${intro} To move it, fetch the older programs once and start again: npm install --prefix "${folder}" ${platformPackage()}@${release}`,
      { cause },
    );
  }
}
