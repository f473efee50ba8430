import { describe, expect, it } from 'vitest';
import { Identity } from '../../../src/gateway/auth/identity.ts';
import artifactDelete from '../../../src/handlers/artifacts/artifact-delete.ts';
import artifactGet from '../../../src/handlers/artifacts/artifact-get.ts';
import artifactIngest from '../../../src/handlers/artifacts/artifact-ingest.ts';
import artifactSearch from '../../../src/handlers/artifacts/artifact-search.ts';
import { call, fail } from '../../support/call.ts';
import { document } from '../../support/documents.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

type Json = Record<string, unknown>;
type Reach = ConstructorParameters<typeof Identity>[2];

/** The dependencies of a call with a key. */
const as = (id: string, scope: 'write' | 'admin' = 'write', reach: Reach = {}) => ({
  ...lake.deps,
  call: { requestId: 'r', keyId: id, key: new Identity(id, scope, reach, `key:${id}`) },
});
const ana = () => as('ana');
const ben = () => as('ben');
const admin = () => as('root', 'admin');
const ingest = (deps: ReturnType<typeof as>, changes: Json) => call(artifactIngest, document(changes), deps);
const get = (deps: ReturnType<typeof as>, artifact_id: string) =>
  call(artifactGet, { artifact_id, include_content: true }, deps);

describe('a document that belongs to one key', () => {
  it('is not touched when another key ingests the same source, which becomes a separate document', async () => {
    const mine = { source_id: 'diary', visibility_scope: 'me', content: 'Dear diary' };
    const first = await ingest(ana(), mine);
    const others = await ingest(ben(), {
      source_id: 'diary',
      visibility_scope: 'org',
      content: 'Open diary',
    });
    expect(others).toMatchObject({ status: 'new' });
    expect(others.artifact_uid).not.toBe(first.artifact_uid);
    expect(await fail(artifactGet, { artifact_id: first.artifact_id }, ben())).toMatchObject({
      kind: 'not_found',
    });
    expect(await get(ana(), first.artifact_id)).toMatchObject({
      visibility_scope: 'me',
      content: 'Dear diary',
    });

    // Each continues with its own document, and the same text again is unchanged.
    expect(await ingest(ben(), { source_id: 'diary', content: 'Open diary' })).toMatchObject({
      artifact_uid: others.artifact_uid,
      status: 'unchanged',
    });
    expect(await ingest(ana(), { source_id: 'diary', content: 'Dear diary!' })).toMatchObject({
      artifact_uid: first.artifact_uid,
      status: 'revision',
    });
  });

  it('is not revealed by its text either, when it has no source id', async () => {
    const text = { visibility_scope: 'me', content: 'A text without an id' };
    const first = await ingest(ana(), text);
    const second = await ingest(ben(), text);
    expect([first.status, second.status]).toEqual(['new', 'new']);
    expect(second.artifact_uid).not.toBe(first.artifact_uid);
  });

  it('does not pass to a later key of the same name', async () => {
    const { artifact_id } = await ingest(ana(), { source_id: 'old key', visibility_scope: 'me' });
    const recreated = {
      ...lake.deps,
      call: { requestId: 'r', keyId: 'ana', key: new Identity('ana', 'write', {}, 'key:another id') },
    };
    expect(await fail(artifactGet, { artifact_id }, recreated)).toMatchObject({ kind: 'not_found' });
    // Nor to one of the environment, or to a call that only has the name of its key.
    const fixed = { ...lake.deps, call: { requestId: 'r', keyId: 'ana', key: new Identity('ana', 'write') } };
    expect(await fail(artifactGet, { artifact_id }, fixed)).toMatchObject({ kind: 'not_found' });
    const bare = { ...lake.deps, call: { requestId: 'r', keyId: 'ana' } };
    expect(await fail(artifactGet, { artifact_id }, bare)).toMatchObject({ kind: 'not_found' });
  });

  it('is deleted by an admin, who cannot read it, and by no other key', async () => {
    const { artifact_id } = await ingest(ana(), { source_id: 'to go', visibility_scope: 'me' });
    expect(await fail(artifactGet, { artifact_id }, admin())).toMatchObject({ kind: 'not_found' });
    expect(await fail(artifactDelete, { artifact_id, force: true }, ben())).toMatchObject({
      kind: 'not_found',
    });
    expect(await call(artifactDelete, { artifact_id, force: true }, admin())).toMatchObject({
      deleted: true,
    });
  });

  it('is neither restored nor overwritten after deletion when another key ingests the same', async () => {
    const first = await ingest(ana(), { source_id: 'gone', visibility_scope: 'me' });
    await call(artifactDelete, { artifact_id: first.artifact_id, force: true }, admin());
    const second = await ingest(ben(), { source_id: 'gone' });
    expect(second.artifact_uid).not.toBe(first.artifact_uid);
    const [row] = await lake.db.sql`
      select owner, deleted_at is not null as deleted from artifacts where artifact_uid = ${first.artifact_uid}`;
    expect(row).toEqual({ owner: 'key:ana', deleted: true });
  });
});

describe('a document that others see', () => {
  const shared = { source_id: 'minutes', sensitivity: 'sensitive', visibility_scope: 'team' };

  it('can be made less sensitive or more visible only by its owner or an admin', async () => {
    const { artifact_id } = await ingest(ana(), shared);
    for (const changes of [
      { sensitivity: 'normal' },
      { visibility_scope: 'org' },
      { visibility_scope: 'me' },
    ])
      expect(await fail(artifactIngest, document({ source_id: 'minutes', ...changes }), ben())).toMatchObject(
        {
          kind: 'forbidden',
          data: { field: Object.keys(changes)[0], suggestion: expect.stringContaining('owner') },
        },
      );
    expect(await get(ana(), artifact_id)).toMatchObject({
      sensitivity: 'sensitive',
      visibility_scope: 'team',
    });

    await ingest(ana(), { source_id: 'minutes', sensitivity: 'normal' });
    await ingest(admin(), { source_id: 'minutes', visibility_scope: 'org' });
    expect(await get(ben(), artifact_id)).toMatchObject({ sensitivity: 'normal', visibility_scope: 'org' });
  });

  it('can be made more sensitive, less visible and be revised by any write key', async () => {
    const { artifact_id } = await ingest(ana(), { source_id: 'plan', visibility_scope: 'org' });
    const changed = {
      source_id: 'plan',
      sensitivity: 'highly_sensitive',
      visibility_scope: 'team',
      content: 'New',
    };
    expect(await ingest(ben(), changed)).toMatchObject({ artifact_id, status: 'revision' });
    expect(await get(ana(), artifact_id)).toMatchObject({
      sensitivity: 'highly_sensitive',
      visibility_scope: 'team',
      content: 'New',
    });
  });

  it('stored before keys existed, belongs to the first key that makes it private', async () => {
    const { artifact_id } = await call(artifactIngest, document({ source_id: 'nobody' }), lake.deps);
    expect(
      await fail(artifactIngest, document({ source_id: 'nobody', visibility_scope: 'org' }), ben()),
    ).toMatchObject({ kind: 'forbidden' });
    await ingest(ben(), { source_id: 'nobody', visibility_scope: 'me' });
    expect(await get(ben(), artifact_id)).toMatchObject({ visibility_scope: 'me' });
    expect(await fail(artifactGet, { artifact_id }, ana())).toMatchObject({ kind: 'not_found' });
  });
});

describe('a key with a limit of sensitivity', () => {
  const low = () => as('low', 'admin', { maxSensitivity: 'normal' });

  it('cannot find, read, change, delete or store documents above the limit', async () => {
    const secret = { source_id: 'salaries', sensitivity: 'sensitive', content: 'The quoll salaries.' };
    const { artifact_id, artifact_uid } = await ingest(ana(), secret);
    expect(await fail(artifactGet, { artifact_id }, low())).toMatchObject({ kind: 'not_found' });
    expect(await fail(artifactDelete, { artifact_id, force: true }, low())).toMatchObject({
      kind: 'not_found',
    });
    for (const sensitivity of [undefined, 'sensitive', 'highly_sensitive'])
      expect(await call(artifactSearch, { query: 'quoll', sensitivity }, low())).toMatchObject({
        results: [],
        total: 0,
      });
    expect((await ingest(low(), { source_id: 'salaries' })).artifact_uid).not.toBe(artifact_uid);
    expect(
      await fail(artifactIngest, document({ source_id: 'x', sensitivity: 'sensitive' }), low()),
    ).toMatchObject({ kind: 'forbidden', data: { field: 'sensitivity' } });
    expect((await call(artifactSearch, { query: 'quoll' }, ben())).total).toBe(1);
  });

  it('cannot replace its own document once that is above the limit', async () => {
    await ingest(ana(), { source_id: 'both', visibility_scope: 'me' });
    const writer = () => as('low', 'write', { maxSensitivity: 'normal' });
    await ingest(writer(), { source_id: 'both' });
    await lake.db.sql`update artifacts set sensitivity = 'sensitive' where owner = 'key:low'`;
    expect(await fail(artifactIngest, document({ source_id: 'both' }), writer())).toMatchObject({
      kind: 'forbidden',
      data: { field: 'sensitivity' },
    });
  });
});
