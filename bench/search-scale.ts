import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { appendMessages, type NewMessage } from '../src/db/conversations/append.ts';
import { coalesceAppends } from '../src/db/conversations/batch-append.ts';
import { messages as collection, type MessageFilter } from '../src/db/conversations/collection.ts';
import {
  createSearch,
  type Search,
  type SearchMode,
  searchMessages,
  searchModes,
} from '../src/db/conversations/search.ts';
import { connect, type Database } from '../src/db/postgres/connect.ts';
import { flush } from '../src/db/search/index/flush.ts';
import { merge } from '../src/db/search/index/merge.ts';
import { rarity, weights } from '../src/db/search/score/weights.ts';
import { analyse } from '../src/db/search/text/analyze.ts';
import { parseQuery } from '../src/db/search/text/parse-query.ts';
import { createLog } from '../src/gateway/deps.ts';
import { startSearchThread } from '../src/gateway/search/index.ts';
import { corpus, seeded, words } from './corpus.ts';
import { type Bench, keptLake, quantile, rounded, scratchLake, table } from './support.ts';

const perConversation = 20;
const repetitions = 10;

/**
 * Search over a growing lake: `--sizes=10000,100000,200000,1000000`. Queries of each class of words are warmed up;
 * `best` takes the fastest of ten runs per query, which is more meaningful on a shared machine. `--keep=<directory>` makes
 * the lake there and keeps it: what is there already is searched again, and only what lacks is stored and flushed.
 */
export const searchScale: Bench = {
  name: 'search-scale',
  async run({ sizes = '10000,100000', verify = '200000', keep }) {
    const before = Math.round(process.memoryUsage().rss / 1e6);
    const lake = await (keep === undefined ? scratchLake() : keptLake(keep));
    const db = connect(lake.url);
    try {
      let stored = await count(db);
      made = Math.ceil(stored / perConversation);
      const source = corpus(1 + stored);
      const growth: Record<string, string | number>[] = [];
      for (const size of sizes.split(',').map(Number)) {
        const storing = performance.now();
        await storeMade(db, source, size - stored);
        const flushing = performance.now();
        await flushAll(db, keep === undefined ? 4096 : 16_384);
        const done = performance.now();
        const added = size - stored;
        const each = (ms: number) => (added > 0 ? rounded((ms * 1000) / added, 1) : '');
        stored = Math.max(stored, size);
        const search = createSearch(db.sql);
        const cold = performance.now();
        await ask(db, search, 'library', 'auto');
        const loaded = performance.now() - cold;
        const classes = await wordClasses(db, size);
        const rows: Record<string, string | number>[] = [];
        for (const mode of ['auto', 'any'] as const)
          for (const [name, queries] of Object.entries(classes)) {
            const asked = name.startsWith('phrase') ? 'phrase' : mode;
            if (asked === 'phrase' && mode === 'any') continue;
            rows.push({ mode: asked, words: name, ...(await timeQueries(db, search, queries, asked)) });
          }
        for (const [name, filter] of Object.entries(filters))
          rows.push({
            mode: 'auto',
            words: `40–50 %, by ${name}`,
            ...(await timeQueries(db, search, ['library', 'reader volume'], 'auto', filter)),
          });
        table(`${size.toLocaleString('en')} messages, milliseconds a search of 20 results`, rows);
        growth.push({
          messages: size,
          '"library" (50 %) p50 ms': (await timeQueries(db, search, ['library'], 'auto')).p50,
          'first search of a process ms': Math.round(loaded),
          'store µs a message': each(flushing - storing),
          'flush µs a message': each(done - flushing),
          ...(await diskSizes(db)),
          'process MB': Math.round(process.memoryUsage().rss / 1e6),
          'at most': Math.round((process.resourceUsage().maxRSS * 1024) / 1e6),
          'at its start': before,
        });
        if (size <= Number(verify)) await compareWithBruteForce(db, search, classes);
      }
      table('Growth', growth);
      await timeHostile(db);
      if (keep === undefined) await searchWhileStoring(db, lake.url, source);
    } finally {
      await db.close();
      await lake.end();
    }
  },
};

const count = async ({ sql }: Database): Promise<number> =>
  (await sql<{ stored: number }[]>`select count(*)::int as stored from messages`)[0]?.stored ?? 0;

const filters: Record<string, MessageFilter> = {
  session: { sessionId: 'session-1' },
  project: { project: 'project-1' },
  role: { role: 'user' },
};

const toMessage = (conversationId: string, content: string, i: number): NewMessage => ({
  id: uuidv7(),
  conversationId,
  role: i % 2 === 0 ? 'user' : 'assistant',
  content,
});

let made = 0;
export async function storeMade(
  db: Database,
  source: ReturnType<typeof corpus>,
  count: number,
): Promise<void> {
  for (let left = count; left > 0; ) {
    const ids = Array.from({ length: 50 }, () => uuidv7());
    await db.sql`
      with made as (
        insert into conversations (id, session_id, project)
        select id, 'session-' || (${made} + n) / 20, 'project-' || n % 40
        from unnest(${ids}::uuid[]) with ordinality t (id, n) returning id
      )
      insert into conversation_heads (conversation_id) select id from made`;
    made += ids.length;
    const batch: NewMessage[] = [];
    for (const id of ids) {
      source.topic();
      for (let i = 0; i < perConversation && left > 0; i++, left--)
        batch.push(toMessage(id, source.next(), i));
    }
    await appendMessages(db.sql, batch);
  }
}

export async function flushAll({ sql }: Database, atATime = 4096): Promise<void> {
  while ((await flush(sql, collection, 'english', atATime)) > 0)
    while (await merge(sql, collection.collectionId));
  await sql.unsafe('analyze');
}

const ask = (db: Database, search: Search, query: string, mode: SearchMode, filter: MessageFilter = {}) =>
  searchMessages(db.sql, search, {
    query,
    mode,
    ...filter,
    limit: 20,
    offset: 0,
    maxCharacters: 2000,
    explain: false,
  });

export async function timeQueries(
  db: Database,
  search: Search,
  queries: string[],
  mode: SearchMode,
  filter?: MessageFilter,
) {
  const all: number[] = [];
  const best: number[] = [];
  let matches = 0;
  for (const query of queries) {
    matches += (await ask(db, search, query, mode, filter)).total;
    const times: number[] = [];
    for (let i = 0; i < repetitions; i++) {
      const begun = performance.now();
      await ask(db, search, query, mode, filter);
      times.push(performance.now() - begun);
    }
    all.push(...times);
    best.push(Math.min(...times));
  }
  return {
    matches: Math.round(matches / queries.length),
    p50: rounded(quantile(all, 0.5), 1),
    p95: rounded(quantile(all, 0.95), 1),
    'best p50': rounded(quantile(best, 0.5), 1),
    'best p95': rounded(quantile(best, 0.95), 1),
    load: rounded(loadavg()[0] ?? 0, 1),
  };
}

export async function wordClasses({ sql }: Database, size: number): Promise<Record<string, string[]>> {
  // Few of the lake's words are fetched, since they would count as memory of the process.
  const between = async (low: number, high: number, count: number) =>
    (
      await sql<{ term: string }[]>`
        select term from search_postings where shelf = 1 and term ~ '^[a-z]{4,}$' group by term
        having sum(df) between ${Math.max(2, Math.ceil(low * size))} and ${Math.floor(high * size)} order by md5(term) limit ${count}`
    ).map(({ term }) => term);
  const random = seeded(7);
  const rare = await between(0.00002, 0.0002, 12);
  const medium = await between(0.002, 0.01, 12);
  const common = await between(0.05, 0.25, 12);
  const half = ['library', 'reader', 'volume'];
  const one = (list: string[]) => list[Math.floor(random() * list.length)] ?? 'library';
  const mix = (...lists: string[][]) => Array.from({ length: 10 }, () => lists.map(one).join(' '));
  const texts = await sql<{ content: string }[]>`
    select content from messages where char_length(content) > 200 order by doc_no limit 20`;
  const pairs = texts.map(({ content }) => content.split(/[ .]+/).slice(3, 5).join(' '));
  return {
    rare,
    'medium, .2–1 %': medium,
    'common, 5–25 %': common,
    '40–50 %': half,
    'stop words only': ['the', 'the to', 'of and', 'is a in'],
    'medium + common': mix(medium, common),
    'rare + medium + 40–50 %': mix(rare, medium, half),
    'six words, three of them 40–50 %': mix(common, common, common).map(
      (words) => `${words} ${half.join(' ')}`,
    ),
    'phrase of two words': pairs,
    'phrase of two 40–50 % words': ['library reader', 'reader volume'],
    'phrase of two stop words': ['the of', 'of the', 'in the', 'is a'],
    'phrase of a stop word and a 40–50 % word': ['the library', 'reader of'],
  };
}

/** Compares the twenty best of mode `any` with those of a brute-force loop over all texts. */
async function compareWithBruteForce(
  db: Database,
  search: Search,
  classes: Record<string, string[]>,
): Promise<void> {
  const queries = Object.entries(classes)
    .filter(([name]) => !name.startsWith('phrase'))
    .flatMap(([, all]) => all.slice(0, 4));
  const asked = queries.map((query) => parseQuery(query, 'any').words.map((word) => word.terms));
  const holding = asked.map((words) => words.map(() => 0));
  const documents: { doc: number; length: number; counts: number[][] }[] = [];
  let total = 0;
  for await (const rows of db.sql<{ docNo: number; content: string }[]>`
    select doc_no, content from messages order by doc_no`.cursor(2000))
    for (const { docNo, content } of rows) {
      const face = { docNo, groupNo: 0, previous: null, at: 0, kind: 0, language: null };
      const { terms, length } = await analyse({ ...face, text: content }, 'english');
      const counts = asked.map((words, q) =>
        words.map((alternatives, w) => {
          const count = alternatives.reduce((sum, term) => sum + (terms.get(term)?.length ?? 0), 0);
          const held = holding[q];
          if (held && count > 0) held[w] = (held[w] ?? 0) + 1;
          return count;
        }),
      );
      documents.push({ doc: docNo, length, counts });
      total += length;
    }
  const average = total / documents.length;
  const { k1, b } = weights;
  const quality: number[] = [];
  const overlap: number[] = [];
  for (const [q, query] of queries.entries()) {
    const scores = new Map<number, number>();
    for (const { doc, length, counts } of documents) {
      let score = 0;
      for (const [w, tf] of (counts[q] ?? []).entries())
        if (tf > 0)
          score +=
            (rarity(holding[q]?.[w] ?? 0, documents.length) * tf * (k1 + 1)) /
            (tf + k1 * (1 - b + (b * length) / average));
      if (score > 0) scores.set(doc, score);
    }
    const best = [...scores].sort((x, y) => y[1] - x[1]).slice(0, 20);
    const found = await search.find(collection, {
      text: query,
      mode: 'any',
      filter: {},
      limit: 20,
      offset: 0,
    });
    const sum = (values: number[]) => values.reduce((x, y) => x + y, 0);
    quality.push(
      sum(found.hits.map(({ docNo }) => scores.get(docNo) ?? 0)) /
        Math.max(1e-9, sum(best.map(([, score]) => score))),
    );
    const wanted = new Set(best.map(([doc]) => doc));
    overlap.push(found.hits.filter(({ docNo }) => wanted.has(docNo)).length / Math.max(1, best.length));
    if (found.total !== scores.size) process.stdout.write(`total of "${query}" differs\n`);
  }
  const mean = (values: number[]) => values.reduce((x, y) => x + y, 0) / values.length;
  table(`Mode any beside brute force over ${documents.length.toLocaleString('en')} texts`, [
    {
      queries: queries.length,
      'BM25 of the 20, of the true 20: mean': rounded(mean(quality), 5),
      worst: rounded(Math.min(...quality), 5),
      'of 20 in common (ties differ)': rounded(mean(overlap) * 20, 2),
    },
  ]);
}

export async function diskSizes({ sql }: Database) {
  const [sizes] = await sql<{ messages: number; postings: number; segments: number; number: number }[]>`
    select pg_total_relation_size('messages')::float8 / 1e6 as messages,
           pg_total_relation_size('search_postings')::float8 / 1e6 as postings,
           pg_total_relation_size('search_segments')::float8 / 1e6 as segments,
           pg_relation_size('idx_messages_doc_no')::float8 / 1e6 as number`;
  return {
    'messages MB': Math.round(sizes?.messages ?? 0),
    'postings MB': Math.round(sizes?.postings ?? 0),
    'segments MB': Math.round(sizes?.segments ?? 0),
    'doc_no index MB': Math.round(sizes?.number ?? 0),
  };
}

/** Hostile queries, each in a process that has loaded the index, in every mode; the slowest mode counts. */
async function timeHostile(db: Database): Promise<void> {
  const search = createSearch(db.sql);
  await ask(db, search, 'library', 'auto');
  const some = Array.from({ length: 10_000 }, (_, i) => words[i * 9] ?? '').join(' ');
  const queries: Record<string, string> = {
    'ten thousand words': some,
    'ten thousand unknown words': Array.from({ length: 10_000 }, (_, i) => `unknown${i}x`).join(' '),
    'stop words only': 'the of and to',
    'a phrase of stop words': 'to the of and',
    'punctuation only': '!!! ??? ;;',
    'unbalanced quotes': '"the library',
    'query operators': ':* & | ! <-> ( library',
    'a NUL': 'libr\0ary reader',
    emoji: '🦊🦊 library',
    'right-to-left text': 'مرحبا library',
    'a regular expression bomb': `${'a'.repeat(5000)}!(a+)+$`,
    'a megabyte without a space': 'x'.repeat(1_000_000),
    'a phrase two thousand times': `"${'library reader volume '.repeat(2000)}"`,
  };
  const rows: Record<string, string | number>[] = [];
  for (const [name, text] of Object.entries(queries)) {
    let slowest = 0;
    for (const mode of searchModes) {
      const begun = performance.now();
      await ask(db, search, text, mode);
      slowest = Math.max(slowest, performance.now() - begun);
    }
    rows.push({ query: name, 'slowest mode ms': Math.round(slowest), load: rounded(loadavg()[0] ?? 0, 1) });
  }
  table('Hostile queries, first time', rows);
}

/** One client searches while sixteen store single messages and another imports, with the search thread flushing. */
async function searchWhileStoring(
  db: Database,
  url: string,
  source: ReturnType<typeof corpus>,
): Promise<void> {
  const thread = startSearchThread(
    { url, language: 'english', cacheBytes: 64 << 20, logLevel: 'warn' },
    createLog('warn'),
  );
  thread.begin();
  await ask(db, thread, 'library', 'auto');
  const append = coalesceAppends(db.sql);
  const heads = await db.sql<{ id: string }[]>`select conversation_id as id from conversation_heads limit 64`;
  const texts = Array.from({ length: 2000 }, () => source.next());
  let storing = true;
  let single = 0;
  let imported = 0;
  const clients = Array.from({ length: 16 }, async (_, c) => {
    while (storing)
      await append(toMessage(heads[(c + single) % 64]?.id ?? '', texts[single++ % 2000] ?? '', 0));
  });
  const bulk = (async () => {
    while (storing) {
      const id = heads[imported % 64]?.id ?? '';
      await appendMessages(
        db.sql,
        texts.slice(0, 500).map((text, i) => toMessage(id, text, i)),
      );
      await thread.keepUp?.(collection, 500);
      imported += 500;
    }
  })();
  const times: number[] = [];
  const pending: number[] = [];
  const queries = ['library', 'reader volume', 'catalog', 'index of the library'];
  const begun = performance.now();
  while (performance.now() - begun < 20_000) {
    const start = performance.now();
    const found = await ask(db, thread, queries[times.length % queries.length] ?? '', 'auto');
    times.push(performance.now() - start);
    pending.push(found.pending);
    await delay(50);
  }
  storing = false;
  await Promise.all([...clients, bulk]);
  await thread.stop();
  table('Search while 16 clients store and an import runs, 20 s', [
    {
      'p50 ms': rounded(quantile(times, 0.5), 1),
      'p95 ms': rounded(quantile(times, 0.95), 1),
      searches: times.length,
      'single messages stored': single,
      imported,
      'most pending': Math.max(...pending),
      load: rounded(loadavg()[0] ?? 0, 1),
    },
  ]);
}
