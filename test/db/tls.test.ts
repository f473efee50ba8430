import { chmod, chown, copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { connect } from '../../src/db/connect.ts';
import { failureCode, isUnavailable } from '../../src/db/failure.ts';
import { createLog } from '../../src/gateway/deps.ts';
import { migrateWhenReachable, openLake } from '../../src/gateway/lake.ts';
import { runHere } from '../support/command.ts';
import { useDataDirs } from '../support/datadir.ts';
import { testConfig } from '../support/gateway.ts';
import { ownServer } from '../support/servers.ts';
import { eventually } from '../support/waiting.ts';

vi.setConfig({ hookTimeout: 60_000 });

/** A key and its certificate for 127.0.0.1 by an authority, made by openssl to last until 2126; and another authority. */
const fixtures = join(import.meta.dirname, '../fixtures/tls');
const authority = join(fixtures, 'authority.crt');
const another = join(fixtures, 'other-authority.crt');
const dataDir = useDataDirs();
let url: string;

beforeAll(async () => {
  const server = await ownServer(await dataDir());
  const cluster = join(server.directory, 'postgres');
  const { uid, gid } = await stat(cluster);
  for (const name of ['server.crt', 'server.key']) {
    await copyFile(join(fixtures, name), join(cluster, name));
    await chmod(join(cluster, name), 0o600);
    await chown(join(cluster, name), uid, gid);
  }
  const own = connect(server.url, { max: 1 });
  await own.sql`alter system set ssl = on`;
  const rules = join(cluster, 'pg_hba.conf');
  await writeFile(rules, (await readFile(rules, 'utf8')).replaceAll(/^host /gm, 'hostssl '));
  await own.sql`select pg_reload_conf()`;
  await own.close();
  ({ url } = server);
  await eventually(() => isEncrypted('require').catch(() => false));
});

async function isEncrypted(mode: string, file?: string, host = '127.0.0.1'): Promise<boolean> {
  const address = new URL(url);
  address.hostname = host;
  address.searchParams.set('sslmode', mode);
  if (file) address.searchParams.set('sslrootcert', file);
  const db = connect(address.href, { max: 1 });
  try {
    const [row] = await db.sql`select ssl, pg_backend_pid() from pg_stat_ssl where pid = pg_backend_pid()`;
    return row?.ssl;
  } finally {
    await db.close();
  }
}

describe('a server that takes encrypted connections alone', () => {
  it('is reached as its address says, and asked who it is where that is wanted', async () => {
    for (const mode of ['prefer', 'require']) expect(await isEncrypted(mode)).toBe(true);
    for (const mode of ['require', 'verify-ca', 'verify-full'])
      expect(await isEncrypted(mode, authority)).toBe(true);
    expect(await isEncrypted('verify-ca', authority, 'localhost')).toBe(true);
  });

  it('is not reached without encryption, and not taken for another', async () => {
    await expect(isEncrypted('disable')).rejects.toThrow(/no encryption/);
    const refused = async (...asked: Parameters<typeof isEncrypted>) => {
      const error = await isEncrypted(...asked).catch((thrown: unknown) => thrown);
      expect(failureCode(error)).toBe('CERTIFICATE');
      expect(isUnavailable(error)).toBe(true);
      return (error as Error).message;
    };
    const untrusted = /certificate of the database at 127\.0\.0\.1:\d+ is not accepted \(.*sslrootcert names/;
    expect(await refused('verify-full')).toMatch(untrusted);
    expect(await refused('verify-ca', another)).toMatch(untrusted);
    expect(await refused('require', another)).toMatch(untrusted);
    expect(await refused('verify-full', authority, 'localhost')).toMatch(/localhost.*altnames/);
  });

  it('serves with the parts of an address, and stops the start when it is not who it should be', async () => {
    const { hostname, port, username, password, pathname } = new URL(url);
    const parts = {
      DEWEY_DB_HOST: hostname,
      DEWEY_DB_PORT: port,
      DEWEY_DB_USER: username,
      DEWEY_DB_PASSWORD: password,
      DEWEY_DB_NAME: pathname.slice(1),
      DEWEY_DB_SSLMODE: 'verify-full',
      DEWEY_DATA_DIR: await dataDir(),
    };
    const wrong = { ...parts, DEWEY_DB_SSLROOTCERT: another };
    const lake = await openLake(testConfig(wrong));
    const start = migrateWhenReachable(lake, createLog('silent'), new AbortController().signal);
    await expect(start).rejects.toThrow(/is not accepted/);
    await lake.close();
    expect(await runHere(['migrate'], wrong)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^dewey: the certificate of the database .* is not accepted/),
    });
    expect(await runHere(['migrate'], { ...parts, DEWEY_DB_SSLROOTCERT: '/nowhere.crt' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('sslrootcert: /nowhere.crt cannot be read (ENOENT)'),
    });
    expect(await runHere(['migrate'], { ...parts, DEWEY_DB_SSLROOTCERT: authority })).toMatchObject({
      code: 0,
    });
  });
});
