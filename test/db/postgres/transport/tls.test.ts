import { chmod, chown, copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { connect } from '../../../../src/db/postgres/connect.ts';
import { failureCode, isUnavailable } from '../../../../src/db/postgres/errors.ts';
import { tlsError } from '../../../../src/db/postgres/transport/tls.ts';
import { createLog } from '../../../../src/gateway/deps.ts';
import { migrateWhenReachable, openLake } from '../../../../src/gateway/runtime/lake.ts';
import { runHere } from '../../../support/command.ts';
import { useDataDirs } from '../../../support/datadir.ts';
import { testConfig } from '../../../support/gateway.ts';
import { ownServer } from '../../../support/servers.ts';
import { eventually } from '../../../support/waiting.ts';

vi.setConfig({ hookTimeout: 60_000 });

/**
 * A key and certificate for 127.0.0.1 from an authority, created by openssl and valid until 2126; and another
 * authority.
 */
const fixtures = join(import.meta.dirname, '../../../fixtures/tls');
const authority = join(fixtures, 'authority.crt');
const another = join(fixtures, 'other-authority.crt');
/** Client certificates: that of the user dewey, from the client authority; and one from another authority. */
const shown = { sslcert: join(fixtures, 'client.crt'), sslkey: join(fixtures, 'client.key') };
const unknown = { sslcert: join(fixtures, 'server.crt'), sslkey: join(fixtures, 'server.key') };
const dataDir = useDataDirs();
let url: string;
let cluster: string;

beforeAll(async () => {
  const server = await ownServer(await dataDir());
  cluster = join(server.directory, 'postgres');
  const { uid, gid } = await stat(cluster);
  for (const name of ['server.crt', 'server.key', 'client-authority.crt']) {
    await copyFile(join(fixtures, name), join(cluster, name));
    await chmod(join(cluster, name), 0o600);
    await chown(join(cluster, name), uid, gid);
  }
  const own = connect(server.url, { max: 1 });
  await own.sql`alter system set ssl = on`;
  await changeRules((rules) => rules.replaceAll(/^host /gm, 'hostssl '));
  await own.sql`select pg_reload_conf()`;
  await own.close();
  ({ url } = server);
  await eventually(() => isEncrypted('require').catch(() => false));
});

async function changeRules(change: (rules: string) => string): Promise<void> {
  const file = join(cluster, 'pg_hba.conf');
  await writeFile(file, change(await readFile(file, 'utf8')));
}

const isEncrypted = (sslmode: string, sslrootcert?: string, host?: string) =>
  connects({ sslmode, ...(sslrootcert ? { sslrootcert } : {}) }, host);

async function connects(parameters: Record<string, string>, host = '127.0.0.1'): Promise<boolean> {
  const db = connect(addressWith(parameters, host), { max: 1 });
  try {
    const [row] = await db.sql`select ssl, pg_backend_pid() from pg_stat_ssl where pid = pg_backend_pid()`;
    return row?.ssl;
  } finally {
    await db.close();
  }
}

function addressWith(parameters: Record<string, string>, host = '127.0.0.1'): string {
  const address = new URL(url);
  address.hostname = host;
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}

describe('a server that accepts only encrypted connections', () => {
  it('is reached with the TLS mode of its address, and verified if that is requested', async () => {
    for (const mode of ['prefer', 'require']) expect(await isEncrypted(mode)).toBe(true);
    for (const mode of ['require', 'verify-ca', 'verify-full'])
      expect(await isEncrypted(mode, authority)).toBe(true);
    expect(await isEncrypted('verify-ca', authority, 'localhost')).toBe(true);
  });

  it('is not reached without encryption, or with another identity', async () => {
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

  it('serves with the separate settings of an address, and prevents the start when its identity is wrong', async () => {
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
    for (const variable of ['DEWEY_DB_SSLROOTCERT', 'DEWEY_DB_SSLCERT', 'DEWEY_DB_SSLKEY'])
      expect(await runHere(['migrate'], { ...parts, [variable]: '/nowhere.crt' })).toMatchObject({
        code: 1,
        err: expect.stringContaining(`${variable}: /nowhere.crt cannot be read (ENOENT)`),
      });
    expect(await runHere(['migrate'], { ...parts, DEWEY_DB_SSLROOTCERT: authority })).toMatchObject({
      code: 0,
    });
  });
});

describe('a server that requires client certificates', () => {
  beforeAll(async () => {
    const own = connect(addressWith({ sslmode: 'require' }), { max: 1 });
    await own.sql`alter system set ssl_ca_file = 'client-authority.crt'`;
    await changeRules((rules) =>
      rules.replaceAll(/^(hostssl .*?)\s+\S+$/gm, '$1 scram-sha-256 clientcert=verify-full'),
    );
    await own.sql`select pg_reload_conf()`;
    await own.close();
    await eventually(() =>
      isEncrypted('require').then(
        () => false,
        () => true,
      ),
    );
  });

  const failure = (parameters: Record<string, string>) =>
    connects(parameters).catch((error: Error) => [failureCode(error), error.message]);

  it('is reached with the certificate and key from the address', async () => {
    expect(await connects({ sslmode: 'verify-full', sslrootcert: authority, ...shown })).toBe(true);
    expect(await connects(shown)).toBe(true);
  });

  it('reports what is missing or wrong', async () => {
    expect(await failure({ sslmode: 'require' })).toEqual([
      '28000',
      expect.stringMatching(/client certificate/),
    ]);
    const refused = await connects(unknown).catch((thrown: unknown) => thrown);
    expect(isUnavailable(refused)).toBe(true);
    const alert = Object.assign(
      new Error('80:error:0A000418:SSL routines:ssl3_read_bytes:tlsv1 alert unknown ca:x.c:1'),
      {
        code: 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
      },
    );
    expect(tlsError(alert)).toMatchObject({
      code: 'CERTIFICATE',
      message: 'the database does not accept the client certificate (alert unknown ca); see sslcert',
    });
    expect(await failure({ sslcert: shown.sslcert })).toEqual([
      undefined,
      expect.stringMatching(/go together/),
    ]);
    expect(await failure({ ...shown, sslkey: '/nowhere.key' })).toEqual([
      'ENOENT',
      'sslkey: /nowhere.key cannot be read (ENOENT).',
    ]);
    expect(await failure({ ...shown, sslkey: unknown.sslkey })).toEqual([
      expect.any(String),
      expect.stringMatching(/are no certificate with its key \(.*mismatch/),
    ]);
  });

  it('can be written to and backed up with the separate settings of an address', async () => {
    const { hostname, port, password } = new URL(url);
    const directory = await dataDir();
    const env = {
      DEWEY_DB_HOST: hostname,
      DEWEY_DB_PORT: port,
      DEWEY_DB_PASSWORD: password,
      DEWEY_DB_NAME: 'postgres',
      DEWEY_DB_SSLMODE: 'verify-full',
      DEWEY_DB_SSLROOTCERT: authority,
      DEWEY_DB_SSLCERT: shown.sslcert,
      DEWEY_DB_SSLKEY: shown.sslkey,
      DEWEY_DATA_DIR: directory,
    };
    expect(await runHere(['migrate'], env)).toMatchObject({ code: 0 });
    expect(await runHere(['backup', join(directory, 'lake.dewey')], env)).toMatchObject({ code: 0 });
  });
});
