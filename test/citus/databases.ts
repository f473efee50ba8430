import postgres from 'postgres';

/** A new database with the extension on each node, and the nodes known to its coordinator. */
export async function createCitusDatabase(ports: readonly number[], name: string): Promise<string> {
  const url = await createPlainDatabase(ports, name);
  await addCitus(ports, name);
  return url;
}

/** A new database on the coordinator that knows nothing of Citus. */
export async function createPlainDatabase([coordinator]: readonly number[], name: string): Promise<string> {
  await administrate(`postgres://dewey@127.0.0.1:${coordinator}/postgres`, [`create database ${name}`]);
  return `postgres://dewey@127.0.0.1:${coordinator}/${name}`;
}

/** Adds the extension to a database of the coordinator, and the other nodes. */
export async function addCitus(ports: readonly number[], name: string): Promise<void> {
  const [coordinator, ...workers] = ports;
  await Promise.all(
    workers.map((port) =>
      administrate(`postgres://dewey@127.0.0.1:${port}/postgres`, [`create database ${name}`]),
    ),
  );
  await Promise.all(
    ports.map((port) =>
      administrate(`postgres://dewey@127.0.0.1:${port}/${name}`, ['create extension citus']),
    ),
  );
  await administrate(`postgres://dewey@127.0.0.1:${coordinator}/${name}`, [
    `select citus_set_coordinator_host('127.0.0.1', ${coordinator})`,
    ...workers.map((port) => `select citus_add_node('127.0.0.1', ${port})`),
    // Without workers the coordinator holds the shards.
    ...(workers.length === 0
      ? [`select citus_set_node_property('127.0.0.1', ${coordinator}, 'shouldhaveshards', true)`]
      : []),
  ]);
}

export async function dropCitusDatabase(ports: readonly number[], name: string): Promise<void> {
  for (const port of ports)
    await administrate(`postgres://dewey@127.0.0.1:${port}/postgres`, [
      `drop database if exists ${name} with (force)`,
    ]);
}

async function administrate(url: string, statements: readonly string[]): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    for (const statement of statements) await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}
