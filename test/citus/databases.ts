import postgres from 'postgres';

/** The nodes of a cluster: URLs of their servers without a database, the coordinator's first. */
export type Nodes = readonly string[];

export const databaseAt = (node: string, name: string): string => `${node}/${name}`;

/** A new database with the extension on each node, and the nodes known to its coordinator. */
export async function createCitusDatabase(nodes: Nodes, name: string): Promise<string> {
  const url = await createPlainDatabase(nodes, name);
  await addCitus(nodes, name);
  return url;
}

/** A new database on the coordinator that knows nothing of Citus. */
export async function createPlainDatabase([coordinator = '']: Nodes, name: string): Promise<string> {
  await administrate(databaseAt(coordinator, 'postgres'), [`create database ${name}`]);
  return databaseAt(coordinator, name);
}

/** Adds the extension to a database of the coordinator, and the other nodes. */
export async function addCitus(nodes: Nodes, name: string): Promise<void> {
  const [coordinator = '', ...workers] = nodes;
  await Promise.all(
    workers.map((node) => administrate(databaseAt(node, 'postgres'), [`create database ${name}`])),
  );
  await Promise.all(nodes.map((node) => administrate(databaseAt(node, name), ['create extension citus'])));
  const place = (node: string): string => {
    const { hostname, port } = new URL(node);
    return `'${hostname}', ${port || 5432}`;
  };
  await administrate(databaseAt(coordinator, name), [
    `select citus_set_coordinator_host(${place(coordinator)})`,
    ...workers.map((node) => `select citus_add_node(${place(node)})`),
    // Without workers the coordinator holds the shards.
    ...(workers.length === 0
      ? [`select citus_set_node_property(${place(coordinator)}, 'shouldhaveshards', true)`]
      : []),
  ]);
}

export async function dropCitusDatabase(nodes: Nodes, name: string): Promise<void> {
  for (const node of nodes) {
    const sql = postgres(databaseAt(node, 'postgres'), { max: 1, onnotice: () => undefined });
    try {
      if ((await sql`select from pg_database where datname = ${name}`).length === 0) continue;
      // Its maintenance daemon comes back once its connection is ended, whether connections are allowed or not, but for a
      // database without the extension.
      await administrate(databaseAt(node, name), [
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
        'drop extension if exists citus cascade',
      ]);
      await sql.unsafe(`drop database ${name} with (force)`);
    } catch (error) {
      const sessions = await sql`
        select backend_type, application_name, state, wait_event, query from pg_stat_activity where datname = ${name}`;
      throw new Error(`${name} at ${node} could not be dropped beside ${JSON.stringify(sessions)}`, {
        cause: error,
      });
    } finally {
      await sql.end();
    }
  }
}

/**
 * The nodes of a cluster that runs already, from a database of its coordinator. They are reached with the user and the
 * password of that URL.
 */
export async function nodesOf(url: string): Promise<Nodes> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    const found = await sql<{ host: string; port: number }[]>`
      select nodename as host, nodeport as port from pg_dist_node
      where isactive and noderole = 'primary' order by groupid`;
    return found.map(({ host, port }) => {
      const node = new URL(url);
      node.host = `${host}:${port}`;
      return `${node.protocol}//${node.username}${node.password ? `:${node.password}` : ''}@${node.host}`;
    });
  } finally {
    await sql.end();
  }
}

async function administrate(url: string, statements: readonly string[]): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    for (const statement of statements) await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}
