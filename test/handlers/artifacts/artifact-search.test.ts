import { describe, expect, it } from 'vitest';
import artifactDelete from '../../../src/handlers/artifacts/artifact-delete.ts';
import artifactSearch from '../../../src/handlers/artifacts/artifact-search.ts';
import { call } from '../../support/call.ts';
import { ingest, longText } from '../../support/documents.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
type Result = { artifact_id: string; chunk_id?: string; neighbors?: { chunk_id: string }[] };
const search = (input: Record<string, unknown>) => call(artifactSearch, input, lake.deps);
const ids = async (input: Record<string, unknown>) =>
  (await search(input)).results.map((result: Result) => result.artifact_id);

describe('artifact_search', () => {
  it('finds a document as soon as it is stored, by text, title and people', async () => {
    const { artifact_id, revision_id } = await ingest(lake, {
      artifact_type: 'email',
      source_system: 'gmail',
      source_id: 'found',
      title: 'Heliotrope catalogue',
      author: 'Zuzana',
      content: 'The loan period is twenty-one days.',
    });
    for (const query of ['loan period', 'heliotrope', 'what did Zuzana write?'])
      expect(await ids({ query })).toEqual([artifact_id]);
    expect(await search({ query: 'loan' })).toMatchObject({
      results: [{ revision_id, title: 'Heliotrope catalogue', snippet: expect.stringContaining('**loan**') }],
      total: 1,
      legs: ['lexical'],
      message: expect.stringContaining('OPENAI_EMBED_MODEL'),
    });
    await ingest(lake, {
      source_system: 'gmail',
      source_id: 'found',
      title: 'Peony',
      content: 'The loan period is twenty-one days.',
    });
    expect(await ids({ query: 'heliotrope' })).toEqual([]);
    expect(await ids({ query: 'peony' })).toEqual([artifact_id]);
  });

  it('returns a long document once with its best passage, and neighbouring chunks on request', async () => {
    const filler = longText();
    const stored = await ingest(lake, {
      source_id: 'long',
      content: `${filler}\nThe marmalade recipe stands here.\n${filler}\nMarmalade again.`,
    });
    const { results, total } = await search({ query: 'marmalade recipe', expand_neighbors: true });
    expect(results.map((result: Result) => result.artifact_id)).toEqual([stored.artifact_id]);
    expect(total).toBeGreaterThanOrEqual(2);
    const [result] = results;
    expect(result.snippet).toContain('**recipe**');
    const index = Number(result.chunk_id.slice(-3));
    expect(result.neighbors.map(({ chunk_id }: { chunk_id: string }) => Number(chunk_id.slice(-3)))).toEqual([
      index - 1,
      index + 1,
    ]);
    expect((await search({ query: 'marmalade recipe' })).results[0]).not.toHaveProperty('neighbors');
  });

  it('finds only the latest revision, and an earlier one once it is the latest again', async () => {
    const source = { source_id: 'versions' };
    const { artifact_id } = await ingest(lake, { ...source, content: 'The aardvark door is open.' });
    await ingest(lake, { ...source, content: 'The badger door is open.' });
    expect(await ids({ query: 'aardvark' })).toEqual([]);
    expect(await ids({ query: 'badger' })).toEqual([artifact_id]);
    await ingest(lake, { ...source, content: 'The aardvark door is open.' });
    expect(await ids({ query: 'aardvark' })).toEqual([artifact_id]);
    expect(await ids({ query: 'badger' })).toEqual([]);
    await call(artifactDelete, { artifact_id, force: true }, lake.deps);
    expect(await ids({ query: 'aardvark' })).toEqual([]);
  });

  it('goes by what a question in German is about, not by the common words that shape it', async () => {
    const invoice = await ingest(lake, {
      source_id: 'r',
      content: 'Rechnung 17 an die Bibliothek, bezahlt.',
    });
    const post = await ingest(lake, {
      source_id: 'p',
      content: 'Was ist das? Es ist mit der Post da, mit der.',
    });
    const licence = await ingest(lake, { source_id: 'm', content: 'MIT licence, key in DER format.' });
    expect(await ids({ query: 'was ist mit der Rechnung' })).toEqual([invoice.artifact_id]);
    expect(await ids({ query: 'Wo ist die Rechnung für die Bibliothek?' })).toEqual([invoice.artifact_id]);
    expect(await ids({ query: 'MIT licence' })).toContain(licence.artifact_id);
    expect((await ids({ query: 'mit der' })).sort()).toEqual([post.artifact_id, licence.artifact_id].sort());
  });

  it('shows a passage of a table without its bars', async () => {
    await ingest(lake, { source_id: 'table', content: '| Animal | Food |\n|---|---|\n| numbat | ants |' });
    expect((await search({ query: 'numbat' })).results[0].snippet).toBe('Animal · Food\n**numbat** · ants');
  });

  it('finds the documents of one project only, named by its path or the last part of it', async () => {
    const of = async (project: string | undefined) =>
      (await ingest(lake, { source_id: `in ${project}`, content: 'The capybara enclosure.', project }))
        .artifact_id;
    const [path, name] = [await of('/home/ana/zoo'), await of('zoo')];
    const others = [await of('circus'), await of(undefined)];
    expect((await ids({ query: 'capybara', project: 'zoo' })).sort()).toEqual([path, name].sort());
    expect((await ids({ query: 'capybara', project: '/home/ana/zoo' })).sort()).toEqual([path, name].sort());
    expect(await ids({ query: 'capybara', project: 'elsewhere' })).toEqual([]);
    expect((await ids({ query: 'capybara' })).sort()).toEqual([path, name, ...others].sort());
  });

  it('hides highly sensitive documents unless requested, and private ones from other keys', async () => {
    const secret = await ingest(lake, {
      source_id: 's',
      content: 'The quokka salary list.',
      sensitivity: 'highly_sensitive',
    });
    expect(await ids({ query: 'quokka' })).toEqual([]);
    expect(await ids({ query: 'quokka', sensitivity: 'highly_sensitive' })).toEqual([secret.artifact_id]);
    await ingest(lake, { source_id: 's', content: 'The quokka salary list.', sensitivity: 'normal' });
    expect(await ids({ query: 'quokka' })).toEqual([secret.artifact_id]);

    const as = (keyId: string) => ({ ...lake.deps, call: { requestId: 'r', keyId } });
    const diary = { source_id: 'd', content: 'The wombat diary.', visibility_scope: 'me' };
    await ingest({ ...lake, deps: as('ana') }, diary);
    const found = async (keyId: string) => (await call(artifactSearch, { query: 'wombat' }, as(keyId))).total;
    expect([await found('ana'), await found('ben')]).toEqual([1, 0]);
  });

  it('finds a document next to one that matches in each of its many passages', async () => {
    const content = Array.from({ length: 5000 }, (_, i) => `Kumquat ${i}: a kumquat on the shelf.`).join(
      '\n',
    );
    const large = await ingest(lake, { source_id: 'large', content });
    expect(large.chunk_count).toBeGreaterThan(40);
    const small = await ingest(lake, { source_id: 'small', content: `${longText()}\nOne kumquat.` });
    expect(await ids({ query: 'kumquat', limit: 2 })).toEqual([large.artifact_id, small.artifact_id]);
    expect((await search({ query: 'kumquat', limit: 2 })).total).toBeGreaterThan(large.chunk_count);
  });

  it('reports how many results did not fit into the reply', async () => {
    for (let i = 0; i < 10; i += 1)
      await ingest(lake, {
        source_id: `wide ${i}`,
        content: `${longText()}\nThe okapi.\n${longText()} ${i}`,
      });
    const found = await search({ query: 'okapi', limit: 50, expand_neighbors: true });
    expect(found.results.length).toBeLessThan(10);
    expect(found.message).toContain(
      `${10 - found.results.length} more results did not fit into this reply: lower limit, or omit expand_neighbors.`,
    );
    expect((await search({ query: 'okapi', limit: 50 })).results).toHaveLength(10);
  });

  it('filters by type and source', async () => {
    const mail = await ingest(lake, {
      source_id: 'k1',
      artifact_type: 'email',
      source_system: 'gmail',
      content: 'narwhal',
    });
    const chat = await ingest(lake, {
      source_id: 'k2',
      artifact_type: 'chat',
      source_system: 'slack',
      content: 'narwhal',
    });
    expect(await ids({ query: 'narwhal', artifact_type: 'email' })).toEqual([mail.artifact_id]);
    expect(await ids({ query: 'narwhal', source_system: 'slack' })).toEqual([chat.artifact_id]);
    expect(await ids({ query: 'narwhal', limit: 1 })).toHaveLength(1);
  });
});
