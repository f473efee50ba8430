import { beforeEach, describe, expect, it } from 'vitest';
import { type Corrected, correctEvents, type Said } from '../../../src/db/events/corrections.ts';
import { finishJob, type NewEvent } from '../../../src/db/events/finish-job.ts';
import type { Sql } from '../../../src/db/postgres/connect.ts';
import { purge } from '../../../src/db/retention/purge.ts';
import { collectionIds } from '../../../src/db/search/collection/ids.ts';
import { scanTables } from '../../../src/gateway/redaction/stored/tables.ts';
import artifactDelete from '../../../src/handlers/artifacts/artifact-delete.ts';
import { call } from '../../support/call.ts';
import { ingest, longText } from '../../support/documents.ts';
import { indexedDocuments } from '../../support/follow-ups.ts';
import { claim } from '../../support/jobs.ts';
import { useLake } from '../../support/lake.ts';
import { sourceFiles } from '../../support/source.ts';

const lake = useLake();

/** The text of each chunk and of each event that counts, by document number. */
async function searchedTexts(sql: Sql): Promise<Record<'chunks' | 'events', Map<number, string>>> {
  const chunks = await sql<{ docNo: number; text: string }[]>`
    select doc_no, concat_ws(' ', heading, text) as text from artifact_chunks`;
  const events = await sql<{ docNo: number; text: string }[]>`
    select doc_no, concat_ws(' ', category, narrative, subject_json::text, actors_json::text) as text
    from semantic_events where verdict is distinct from 'rejected'`;
  const byNumber = (rows: readonly { docNo: number; text: string }[]) =>
    new Map(rows.map(({ docNo, text }) => [docNo, text]));
  return { chunks: byNumber(chunks), events: byNumber(events) };
}

/** Runs a writer, and says what search would not find, would find by old words, or would find though it is gone. */
async function forgottenBy(write: () => Promise<unknown>): Promise<string[]> {
  const { sql } = lake.db;
  const before = await searchedTexts(sql);
  await write();
  const now = await searchedTexts(sql);
  const forgotten: string[] = [];
  for (const shelf of ['chunks', 'events'] as const) {
    const indexed = await indexedDocuments(sql, collectionIds[shelf]);
    const deletions = await sql<{ docNos: number[] }[]>`
      select doc_nos from search_deletions where shelf = ${collectionIds[shelf]}`;
    const gone = new Set(deletions.flatMap(({ docNos }) => docNos));
    for (const [doc, text] of now[shelf]) {
      if (indexed.get(doc) !== 1 || gone.has(doc)) forgotten.push(`not searched: ${text}`);
      if ((before[shelf].get(doc) ?? text) !== text) forgotten.push(`searched by its old words: ${text}`);
    }
    // A rejected event waits in the queue under a number that no document has.
    const rejected = await sql<{ docNo: number }[]>`
      select doc_no from semantic_events where verdict = 'rejected'`;
    const none = new Set(rejected.map(({ docNo }) => docNo).filter((doc) => !before.events.has(doc)));
    for (const doc of indexed.keys())
      if (!now[shelf].has(doc) && !gone.has(doc) && !(shelf === 'events' && none.has(doc)))
        forgotten.push(`still searched: ${before[shelf].get(doc)}`);
  }
  return forgotten;
}

const told = (narrative: string, quote: string, actor = 'Kim'): NewEvent => ({
  eventId: lake.deps.newId(),
  category: 'Decision',
  eventTime: null,
  narrative,
  subject: { type: 'thing', ref: 'shelves' },
  actors: [{ ref: actor, role: 'owner' }],
  confidence: 0.9,
  evidence: [{ quote, chunkId: null, startChar: 0, endChar: quote.length, artifactStartChar: 0 }],
});

/** Finishes the due jobs, all with these events. */
async function extract(events: () => NewEvent[], across?: Parameters<typeof finishJob>[5]): Promise<void> {
  for (const job of await claim(lake.db.sql, 'me', 10))
    expect(await finishJob(lake.db.sql, job, 'test', events(), undefined, across)).toBe(true);
}

beforeEach(async () => {
  await lake.db.sql`delete from event_jobs`;
  await lake.db.sql`delete from artifacts`;
  await lake.db.sql`truncate search_queue, search_segments, search_postings, search_deletions`;
});

describe('every writer of documents and events tells the search index', () => {
  it('a new document, a new text of it, another title, and an old text again', async () => {
    const store = (changes: object) => forgottenBy(() => ingest(lake, { source_id: 'a', ...changes }));
    expect(await store({ content: longText() })).toEqual([]);
    expect(await store({ content: 'Short now' })).toEqual([]);
    expect(await store({ content: 'Short now', title: 'Renamed', author: 'Ada' })).toEqual([]);
    expect(await store({ content: longText() })).toEqual([]);
  });

  it('a document that was deleted and is stored anew, and one that is purged', async () => {
    const { artifact_id } = await ingest(lake, { source_id: 'a' });
    await ingest(lake, { source_id: 'kept', content: 'Kept' });
    await extract(() => [told('Chosen', 'x')]);
    const remove = () => call(artifactDelete, { artifact_id, force: true }, lake.deps);
    await remove();
    expect(await forgottenBy(() => ingest(lake, { source_id: 'a', content: 'Anew' }))).toEqual([]);
    await remove();
    const later = new Date(Date.now() + 1000);
    expect(await forgottenBy(() => purge(lake.db.sql, later, 'english'))).toEqual([]);
    const { chunks, events } = await searchedTexts(lake.db.sql);
    expect([...chunks.values()]).toEqual(['Kept']);
    expect(events.size).toBe(1);
  });

  it('an extraction, and another one that replaces its events', async () => {
    const { artifact_uid } = await ingest(lake, { source_id: 'a' });
    expect(await forgottenBy(() => extract(() => [told('First', 'x'), told('Second', 'y')]))).toEqual([]);
    await lake.db.sql`update event_jobs set status = 'PENDING' where artifact_uid = ${artifact_uid}`;
    expect(await forgottenBy(() => extract(() => [told('Third', 'x')]))).toEqual([]);
    expect((await searchedTexts(lake.db.sql)).events.size).toBe(1);
  });

  it('what a person says of an event, its undoing, and its use in a later extraction', async () => {
    await ingest(lake, { source_id: 'a' });
    await extract(() => [told('Oak is chosen', 'oak'), told('Pine is not', 'pine')]);
    const say = async (quote: string, said: Said) => {
      const found = await lake.db.sql<Corrected[]>`
        select event_id, artifact_uid from event_evidence where quote = ${quote}`;
      return forgottenBy(() => correctEvents(lake.db.sql, found, said, lake.deps.newId));
    };
    expect(await say('oak', { fields: { narrative: 'Beech is chosen' } })).toEqual([]);
    expect(await say('oak', { verdict: 'undo' })).toEqual([]);
    expect(await say('pine', { verdict: 'rejected' })).toEqual([]);
    await lake.db.sql`update event_jobs set status = 'PENDING'`;
    const again = () => extract(() => [told('Oak is chosen', 'oak'), told('Pine is not', 'pine')]);
    expect(await forgottenBy(again)).toEqual([]);
    const { events } = await searchedTexts(lake.db.sql);
    expect([...events.values()]).toEqual([expect.stringContaining('Oak is chosen')]);
  });

  it('people named in full in the events of several documents', async () => {
    for (const source_id of ['a', 'b', 'c'])
      await ingest(lake, { source_id, content: `Text of ${source_id}`, project: 'library' });
    await extract(() => [told('Chosen', 'x')]);
    await ingest(lake, { source_id: 'd', content: 'Text of d', project: 'library' });
    const across = {
      people: {
        fullNames: () => new Map([['kim', 'Kim Berger']]),
        underFullNames: (actors: readonly { ref: string; role: string }[]) =>
          actors.map(({ role }) => ({ ref: 'Kim Berger', role })),
      },
      toldBefore: () => new Map<string, string>(),
    };
    expect(await forgottenBy(() => extract(() => [told('Chosen', 'x')], across))).toEqual([]);
    const { events } = await searchedTexts(lake.db.sql);
    expect([...events.values()].filter((text) => text.includes('Kim Berger'))).toHaveLength(4);
  });

  it('the scan for secrets, in many rows', async () => {
    const secret = `ghp_${'A1b2C3d4E5f6G7h8I9j0'.repeat(2).slice(0, 36)}`;
    const { redact: _, ...plain } = lake.deps;
    for (let n = 0; n < 120; n += 1)
      await ingest(
        { ...lake, deps: plain },
        { source_id: `s${n}`, content: `Text ${n} ${n === 77 ? secret : ''}` },
      );
    const all = await searchedTexts(lake.db.sql);
    expect([...all.chunks.values()].join()).toContain(secret);
    let scanned = 0;
    expect(
      await forgottenBy(async () => {
        for (let place: string | null = 'artifact_chunks(0,0)'; place !== null; ) {
          const { report, next } = await scanTables(lake.db.sql, place, { remove: true, ms: 0 });
          scanned += report.columns['artifact_chunks.text'] ? report.removed : 0;
          place = next;
        }
      }),
    ).toEqual([]);
    expect(scanned).toBe(1);
    const { chunks } = await searchedTexts(lake.db.sql);
    expect(chunks.size).toBe(120);
    expect([...chunks.values()].join()).not.toContain(secret);
  });
});

/** The statements of the source that begin so, by file. */
const writersOf = (beginning: RegExp): string[] =>
  sourceFiles().flatMap(({ path, code }) => [...code.matchAll(beginning)].map(() => path));

describe('a writer that would forget where documents are spread', () => {
  it('there is none beside those that this test knows', () => {
    expect(writersOf(/\b(insert into|update|delete from) (artifact_chunks|semantic_events)\b/g)).toEqual([
      'src/db/artifacts/insert.ts',
      'src/db/artifacts/store.ts',
      'src/db/events/corrections.ts',
      'src/db/events/corrections.ts',
      'src/db/events/facts.ts', // sets only which fact an event tells, which is not searched
      'src/db/events/finish-job.ts',
      'src/db/events/finish-job.ts',
      'src/db/events/finish-job.ts',
      'src/db/events/people.ts',
    ]);
    expect(writersOf(/\bdelete from (artifacts|artifact_revisions)\b/g)).toEqual([
      'src/db/artifacts/store.ts',
      'src/db/retention/purge-artifacts.ts',
    ]);
  });
});
