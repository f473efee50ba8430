import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verifyAudit } from '../../../src/db/admin/audit-chain.ts';
import { connect } from '../../../src/db/postgres/connect.ts';
import { runHere } from '../../support/command.ts';
import { useDataDirs } from '../../support/datadir.ts';
import { cloneDatabase, useLake } from '../../support/lake.ts';

vi.setConfig({ testTimeout: 120_000 });
const lake = useLake();
const dataDir = useDataDirs();
/** The data directory of this lake, that of another machine, and a folder for files. */
let own: string;
let other: string;
let files: string;
const drops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const drop of drops) await drop();
});
beforeAll(async () => {
  [own, other, files] = [await dataDir(), await dataDir(), await dataDir()];
  await lake.db
    .sql`insert into startup_contexts (name, content, is_active) values ('work', 'Do as I say.', true)`;
  await runHere(['keys', 'add', 'ada', '--scope', 'admin'], here());
  expect(await runHere(['backup', join(files, 'signed')], here())).toMatchObject({ code: 0 });
});
const here = () => ({ DATABASE_URL: lake.url, DEWEY_DATA_DIR: own });

/** Copies a backup without its signature, compressed anew as an attacker would. */
async function unsigned(from: string, to: string): Promise<void> {
  const text = gunzipSync(await readFile(join(files, from))).toString('latin1');
  const last = text.lastIndexOf('\n', text.length - 2) + 1;
  const { signature, ...end } = JSON.parse(text.slice(last));
  expect(signature).toMatchObject({ hmac_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  await writeFile(
    join(files, to),
    gzipSync(Buffer.from(`${text.slice(0, last)}${JSON.stringify(end)}\n`, 'latin1')),
  );
}

/** Restores into an empty lake and counts its active keys and contexts. */
async function restored(file: string, dir: string, ...flags: string[]) {
  const clone = await cloneDatabase('template0');
  drops.push(clone.drop);
  const verb = file.endsWith('.jsonl') ? 'import' : 'restore';
  const run = await runHere([verb, join(files, file), ...flags], {
    DATABASE_URL: clone.url,
    DEWEY_DATA_DIR: dir,
  });
  const db = connect(clone.url, { applicationName: 'a test' });
  try {
    if (run.code !== 0) return { ...run, counts: [], audit: { rows: 0, broken: undefined } };
    const keys = await db.sql`select name from api_keys where revoked_at is null`;
    const contexts = await db.sql`select name from startup_contexts where is_active`;
    const audit = await verifyAudit(db.sql);
    return { ...run, counts: [keys.length, contexts.length], audit };
  } finally {
    await db.close();
  }
}

describe('restoring keys and contexts', () => {
  it('keeps all of them active when this lake made the backup', async () => {
    const found = await restored('signed', own);
    expect(found).toMatchObject({ code: 0, counts: [1, 1] });
    expect(found.out).not.toContain('revoked');
    // The call that made the key is in the log, and the restored chain is intact.
    expect(found.audit.broken).toBeUndefined();
    expect(found.audit.rows).toBeGreaterThan(0);
  });

  it('activates none from another lake, and reports what to do', async () => {
    const found = await restored('signed', other);
    expect(found).toMatchObject({ code: 0, counts: [0, 0] });
    expect(found.out).toContain('Another lake signed the backup');
    expect(found.out).toContain('API keys are revoked: ada.');
    expect(found.out).toContain('Startup contexts are inactive: work.');
    expect(await restored('signed', other, '--with-keys')).toMatchObject({ counts: [1, 0] });
    expect(await restored('signed', other, '--with-contexts')).toMatchObject({ counts: [0, 1] });
  });

  it('activates none from an unsigned file, but restores it', async () => {
    await unsigned('signed', 'unsigned');
    const found = await restored('unsigned', own);
    expect(found).toMatchObject({ code: 0, counts: [0, 0] });
    expect(found.out).toContain('The backup is not signed');
  });

  it('activates none from JSON lines, which are never signed, unless requested', async () => {
    await runHere(['export', '--all', '--output', join(files, 'all.jsonl')], here());
    expect(await restored('all.jsonl', own)).toMatchObject({ code: 0, counts: [0, 0] });
    const whole = await restored('all.jsonl', own, '--with-keys', '--with-contexts');
    expect(whole).toMatchObject({ code: 0, counts: [1, 1] });
    expect(whole.audit.broken).toBeUndefined();
  });

  it('keeps the signing key readable by its owner only; a machine with a copy of it accepts the backups', async () => {
    const key = join(own, 'backup.key');
    expect((await stat(key)).mode & 0o777).toBe(0o600);
    await writeFile(join(other, 'backup.key'), await readFile(key), { mode: 0o600 });
    expect(await restored('signed', other)).toMatchObject({ counts: [1, 1] });
    await writeFile(join(other, 'backup.key'), 'none');
    expect(await restored('signed', other)).toMatchObject({
      code: 1,
      err: expect.stringContaining('backup.key does not contain a key'),
    });
  });
});
