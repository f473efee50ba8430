import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, variableNames } from '../../../src/gateway/config/env.ts';

const secret = 'a-very-secret-secret';

describe('the configuration', () => {
  it('needs no variable at all', () => {
    expect(readConfig({})).toMatchObject({
      databaseUrl: undefined,
      host: '127.0.0.1',
      port: 9020,
      apiKeys: [],
      logLevel: 'info',
    });
  });

  it('treats empty variables as unset, since compose files produce them', () => {
    const empty = Object.fromEntries(variableNames.map((name) => [name, '']));
    const blank = Object.fromEntries(variableNames.map((name) => [name, '  ']));
    expect(readConfig(empty)).toEqual(readConfig({}));
    expect(readConfig(blank)).toEqual(readConfig({}));
  });

  const wrong: [variable: string, value: string, says: RegExp][] = [
    ['DATABASE_URL', `mysql://u:${secret}@h/db`, /must be a URL such as postgres:/],
    ['DATABASE_URL', secret, /must be a URL/],
    ['DEWEY_DB_PORT', '70000', /65535/],
    ['DEWEY_DB_PORT', 'five', /number/],
    ['DEWEY_MCP_PORT', '-1', />=0/],
    ['DEWEY_MCP_PORT', '80.5', /int/],
    ['DEWEY_MCP_HOST', '0.0.0.0', /set DEWEY_API_KEYS, or DEWEY_ALLOW_ANONYMOUS=on/],
    ['DEWEY_MCP_HOST', '127.0.0.1.example', /reachable from other machines/],
    ['DEWEY_API_KEYS', `me:owner:${secret}`, /name:scope:secret/],
    ['DEWEY_API_KEYS', `me:read:${secret},${secret}`, /name:scope:secret/],
    ['DEWEY_API_KEYS', 'me:read:short', /16 characters/],
    ['DEWEY_ALLOW_ANONYMOUS', 'yes', /must be on or off/],
    ['DEWEY_LOG_LEVEL', 'loud', /must be trace, debug/],
    ['DEWEY_DB_STATEMENT_MS', '50', /milliseconds \(100 to 86400000\)/],
    ['DEWEY_DB_STATEMENT_MS', 'read=5000,delete=5000', /of read, write, search and admin/],
    ['DEWEY_BACKUP_EVERY', 'daily', /must be minutes, hours or days/],
    ['DEWEY_BACKUP_KEEP', '0', />=1/],
    ['DEWEY_URL', 'localhost:9020', /must be a URL such as http:/],
    ['OPENAI_BASE_URL', 'localhost', /must be a URL such as http:/],
    ['CHUNK_TARGET_TOKENS', '8', />=16/],
    ['CHUNK_OVERLAP_TOKENS', '450', /less than half of CHUNK_TARGET_TOKENS/],
  ];
  it.each(wrong)('%s=%s stops the start with one line that names it', (variable, value, says) => {
    const read = () => readConfig({ [variable]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(says);
    expect(read).toThrow(new RegExp(`^${variable}: .*\\.$`));
    expect(read).not.toThrow(/\n/);
    expect(read).not.toThrow(secret);
    expect(read).not.toThrow('short');
  });

  it('has a statement timeout of each kind; a plain number sets reads and writes', () => {
    const times = (text: string) => readConfig({ DEWEY_DB_STATEMENT_MS: text }).statementMs;
    expect(times('')).toEqual({ read: 15_000, write: 30_000, search: 10_000, admin: 600_000 });
    expect(times('5000')).toEqual({ read: 5000, write: 5000, search: 10_000, admin: 600_000 });
    expect(times(' search=800, admin=3600000')).toEqual({
      read: 15_000,
      write: 30_000,
      search: 800,
      admin: 3_600_000,
    });
  });

  it('reads keys with their scopes; a secret may contain colons', () => {
    const { apiKeys } = readConfig({
      DEWEY_API_KEYS: ` ada:admin:aa:bb:cc:dd:ee:ff:00 , grace:read:0123456789abcdef,`,
    });
    expect(apiKeys).toEqual([
      { name: 'ada', scope: 'admin', secret: 'aa:bb:cc:dd:ee:ff:00' },
      { name: 'grace', scope: 'read', secret: '0123456789abcdef' },
    ]);
  });

  it('serves a non-loopback address only with keys or with explicit permission', () => {
    const env = { DEWEY_MCP_HOST: '0.0.0.0' };
    expect(readConfig({ ...env, DEWEY_ALLOW_ANONYMOUS: 'ON' }).host).toBe('0.0.0.0');
    expect(readConfig({ ...env, DEWEY_API_KEYS: `a:read:${secret}` }).host).toBe('0.0.0.0');
    for (const host of ['localhost', '::1', '127.8.8.8'])
      expect(readConfig({ DEWEY_MCP_HOST: host }).host).toBe(host);
  });

  it('accepts log levels in any case, and by the names other systems use', () => {
    const level = (name: string) => readConfig({ DEWEY_LOG_LEVEL: name }).logLevel;
    expect(['DEBUG', 'Warning', 'CRITICAL', 'silent'].map(level)).toEqual([
      'debug',
      'warn',
      'fatal',
      'silent',
    ]);
  });
});

describe('the database', () => {
  it('is external as soon as its host is given', () => {
    expect(readConfig({ DEWEY_DB_HOST: 'winni' }).databaseUrl).toBe('postgres://dewey@winni:5432/winni');
  });

  it('is found by its parts, whatever characters they contain', () => {
    const parts = { user: 'de:wey@x', password: 'p/a?s#s w%rd:@é', name: 'win/ni?', port: '6543' };
    const { databaseUrl = '' } = readConfig({
      DEWEY_DB_HOST: 'db.example',
      DEWEY_DB_PORT: parts.port,
      DEWEY_DB_NAME: parts.name,
      DEWEY_DB_USER: parts.user,
      DEWEY_DB_PASSWORD: parts.password,
    });
    const url = new URL(databaseUrl);
    expect({
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      name: decodeURIComponent(url.pathname.slice(1)),
      port: url.port,
    }).toEqual(parts);
  });

  it('is found at an IPv6 address', () => {
    expect(new URL(readConfig({ DEWEY_DB_HOST: '::1' }).databaseUrl ?? '').host).toBe('[::1]:5432');
  });

  it('may be on several hosts, each with its own port', () => {
    const DATABASE_URL = 'postgres://u:p@db1:5433,db2,[::1]:5434/winni?target_session_attrs=primary';
    expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
    expect(readConfig({ DEWEY_DB_HOST: 'db1, db2:6000', DEWEY_DB_PORT: '5433' }).databaseUrl).toBe(
      'postgres://dewey@db1:5433,db2:6000/winni',
    );
  });

  it('has its password in a file where secrets are files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dewey-secret-'));
    const DEWEY_DB_PASSWORD_FILE = join(folder, 'password');
    await writeFile(DEWEY_DB_PASSWORD_FILE, 'p@ss word\n');
    const read = (options: object = {}) =>
      readConfig({ DEWEY_DB_HOST: 'db', DEWEY_DB_PASSWORD_FILE, ...options }).databaseUrl;
    expect(read()).toBe('postgres://dewey:p%40ss%20word@db:5432/winni');
    expect(read({ DEWEY_DB_PASSWORD: 'told' })).toBe('postgres://dewey:told@db:5432/winni');
    await rm(folder, { recursive: true });
    expect(read).toThrow(/^DEWEY_DB_PASSWORD_FILE: .* cannot be read \(ENOENT\)\.$/);
  });

  it('is the one of DATABASE_URL when both are given', () => {
    const DATABASE_URL = 'postgresql://u:p@h:1/d?sslmode=require';
    expect(readConfig({ DATABASE_URL, DEWEY_DB_HOST: 'other' }).databaseUrl).toBe(DATABASE_URL);
  });
});
