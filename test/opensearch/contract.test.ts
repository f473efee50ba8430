import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../../src/db/conversations/collection.ts';
import { type MessageSearch, searchMessages } from '../../src/db/conversations/search.ts';
import { modelNumber, storeEmbeddings } from '../../src/db/search/embeddings.ts';
import { normalized } from '../../src/db/search/score/normalized.ts';
import { searchModes } from '../../src/db/search/text/parse-query.ts';
import { converse, removeMessages, retext, texts } from '../db/search/support.ts';
import { useLake } from '../support/lake.ts';
import { embedded, type OpenEngine, openSearch, openSearchNodes } from './engines.ts';

/** What search promises, held by both engines: for texts that were just stored, and for the same once they are indexed. */

const available = openSearchNodes().length > 0;
describe.skipIf(available)('OpenSearch', () => {
  it.skip('is not tested: run "npm run test:opensearch", or name a cluster by OPENSEARCH_URL', () => {});
});

const dialogue = [
  'Ana: Where do you keep the big atlas?',
  'Ben: On the shelf of maps, next to the window.',
  'Ana: And the small one?',
  'Ben: It was lost in 1998.',
  'Ana: That is a pity, I liked its colours.',
];
const code = [
  'The error ECONNREFUSED comes from src/db/loanDesk.ts when the port is closed.',
  'Call openLoanDesk() before snake_case_name is read.',
  '貸出カウンターは地図の棚の隣です。',
  'The windows of the reading room are cleaned on Mondays, window by window, windows first.',
];

describe.each(available ? [embedded, openSearch] : [embedded])('$name', (engine) => {
  const lake = useLake();
  let open: OpenEngine;
  let first = '';
  const find = (query: string, more: Partial<MessageSearch> = {}) =>
    searchMessages(lake.db.sql, open.search, {
      ...{ query, mode: 'auto', limit: 20, offset: 0, maxCharacters: 2000, explain: false },
      ...more,
    });

  beforeAll(async () => {
    open = await engine.open(lake);
    first = await converse(lake, dialogue, { session_id: 'maps', project: 'library' });
    await converse(lake, code, { session_id: 'code', project: 'desk' });
    await converse(lake, ['Los libros rojos', 'running runs ran'], {
      metadata: { search_language: 'simple' },
    });
    await converse(
      lake,
      Array.from({ length: 60 }, (_, i) => `inventory entry ${i} of the cellar`),
    );
  });
  afterAll(() => open.close());

  describe.each(['just stored', 'indexed'])('with texts that are %s', (state) => {
    beforeAll(async () => {
      if (state === 'indexed') await open.settle();
    });

    it('matches any word, all words, or words side by side', async () => {
      expect(await texts(lake, open.search, 'atlas colours', 'any')).toHaveLength(2);
      expect(await texts(lake, open.search, 'atlas colours', 'all')).toEqual([]);
      expect(await texts(lake, open.search, 'keeps atlases', 'all')).toEqual([dialogue[0]]);
      expect(await texts(lake, open.search, 'shelf of maps', 'phrase')).toEqual([dialogue[1]]);
      expect(await texts(lake, open.search, 'maps of shelf', 'phrase')).toEqual([]);
    });

    it('takes phrases, exclusions and alternatives, and falls back to any word', async () => {
      expect(await texts(lake, open.search, '"reading room"')).toEqual([code[3]]);
      expect(await texts(lake, open.search, 'atlas -colours -shelf', 'auto')).not.toContain(dialogue[4]);
      expect((await find('zeppelin or colours')).hits[0]?.content).toBe(dialogue[4]);
      const fallback = await find('"colours atlas"');
      expect(fallback.modeUsed).toBe('any');
      expect(fallback.hits[0]?.content).toBe(dialogue[4]);
    });

    it('finds identifiers, paths and error codes whole and in parts, and scripts without spaces', async () => {
      for (const query of ['ECONNREFUSED', 'src/db/loanDesk.ts', 'loanDesk.ts', 'closed port'])
        expect([query, (await find(query)).hits[0]?.content]).toEqual([query, code[0]]);
      expect(await texts(lake, open.search, 'loan', 'any')).toEqual(
        expect.arrayContaining([code[0], code[1]]),
      );
      expect((await find('openLoanDesk')).hits[0]?.content).toBe(code[1]);
      expect((await find('snake case name')).hits[0]?.content).toBe(code[1]);
      expect((await find('地図')).hits[0]?.content).toBe(code[2]);
    });

    it('stems English, and only the exact words of texts in other languages', async () => {
      expect(await texts(lake, open.search, 'run', 'any')).toEqual([]);
      expect(await texts(lake, open.search, 'runs', 'any')).toEqual(['running runs ran']);
      expect(await texts(lake, open.search, 'cleaning', 'any')).toEqual([code[3]]);
    });

    it('filters by session, conversation, project, role and time', async () => {
      const window = async (filter: Partial<MessageSearch>) =>
        (await find('window', { mode: 'any', ...filter })).hits.map(({ content }) => content);
      expect(await window({})).toEqual([code[3], dialogue[1]]);
      expect(await window({ sessionId: 'maps' })).toEqual([dialogue[1]]);
      expect(await window({ conversationId: first })).toEqual([dialogue[1]]);
      expect(await window({ project: 'desk' })).toEqual([code[3]]);
      expect(await window({ role: 'assistant' })).toEqual([]);
      expect(await window({ startDate: '2100-01-01T00:00:00Z' })).toEqual([]);
      expect(await window({ endDate: '2100-01-01T00:00:00Z' })).toHaveLength(2);
    });

    it('counts matches exactly and pages without repeating or leaving any out', async () => {
      const found: string[] = [];
      for (let offset = 0; offset < 63; offset += 7) {
        const page = await find('inventory', { mode: 'any', limit: 7, offset });
        expect(page).toMatchObject({ total: 60, totalIsExact: true, pending: 0 });
        found.push(...page.hits.map(({ content }) => content));
      }
      expect(found).toHaveLength(60);
      expect(new Set(found).size).toBe(60);
      // Of equal matches, the newest is first.
      expect(found[0]).toBe('inventory entry 59 of the cellar');
    });

    it('adds the turns next to a match, marked, and does not count them', async () => {
      const { hits, total } = await find('1998');
      expect(total).toBe(1);
      expect(hits[0]).toMatchObject({ content: dialogue[3], neighbour: false });
      expect(hits.slice(1).map(({ content }) => content)).toEqual(
        expect.arrayContaining([dialogue[2], dialogue[4]]),
      );
      expect(hits.slice(1).every(({ neighbour }) => neighbour)).toBe(true);
    });

    it('explains ranks by the words and what is around', async () => {
      const { hits } = await find('windows', { explain: true });
      const [best] = hits;
      expect(best?.content).toBe(code[3]);
      expect(best?.explanation?.words).toMatchObject([{ word: 'windows', occurrences: 4 }]);
      const {
        words = [],
        coverage = 0,
        neighbours = 0,
        conversation = 0,
        speaker = 1,
      } = best?.explanation ?? {};
      const sum = words.reduce((all, { score }) => all + score, 0) + coverage + neighbours + conversation;
      expect(sum * speaker).toBeCloseTo(best?.rank ?? 0, 6);
    });

    it('searches for the nearest word when nothing else matches', async () => {
      expect(await find('ECONREFUSED')).toMatchObject({
        correction: { text: 'ECONNREFUSED', used: true },
      });
      expect((await find('ECONREFUSED')).hits[0]?.content).toBe(code[0]);
    });

    it('takes a query of a thousand words, of stop words alone, and of none', async () => {
      const long = Array.from({ length: 1000 }, (_, i) => `nothing${i}`).join(' ');
      expect((await find(`${long} atlas`, { mode: 'any' })).hits[0]?.content).toBe(dialogue[0]);
      expect((await find('that is a')).total).toBeGreaterThan(0);
      expect(await find('…')).toMatchObject({ hits: [], total: 0 });
    });

    it('merges what is near in meaning, within the filters', async () => {
      const { sql } = lake.db;
      const model = await modelNumber(sql, 'doubles');
      const rows = await sql<{ docNo: number; content: string }[]>`select doc_no, content from messages`;
      const vectorOf = (text: string) => normalized([text.includes('colours') ? 1 : 0, 1, 0.5]);
      const found = rows.map(({ docNo, content }) => ({ docNo, vector: vectorOf(content) }));
      await storeEmbeddings(sql, messages, model, found);
      const queryVector = { model, vector: normalized([1, 0, 0]) };
      const { hits } = await find('lost', { queryVector, explain: true, limit: 2 });
      expect(hits.map(({ content }) => content).sort()).toEqual([dialogue[4], dialogue[3]]);
      expect(hits.find(({ content }) => content === dialogue[4])?.explanation?.legs?.semantic).toBe(1);
      const elsewhere = await find('lost', { queryVector, sessionId: 'code' });
      expect(elsewhere.hits.every(({ sessionId }) => sessionId === 'code')).toBe(true);
      const without = await find('lost -colours', { queryVector });
      expect(without.hits.map(({ content }) => content)).not.toContain(dialogue[4]);
    });
  });

  it('finds a changed text by its new words only, and deleted ones not at all', async () => {
    const id = await converse(lake, ['A walrus sleeps.', 'A walrus wakes.', 'A walrus eats.']);
    await open.settle();
    const { sql } = lake.db;
    const turn = (n: number) => sql`m.conversation_id = ${id} and m.turn_number = ${n}`;
    await retext(lake, turn(2), 'A manatee wakes.');
    await removeMessages(lake, turn(3));
    const check = async () => {
      expect(await find('walrus', { mode: 'any' })).toMatchObject({ total: 1, totalIsExact: true });
      expect(await texts(lake, open.search, 'manatee', 'any')).toEqual(['A manatee wakes.']);
    };
    await check();
    await open.settle();
    await check();
    await lake.db.sql`update conversations set deleted_at = now() where id = ${id}`;
    expect(await find('walrus manatee', { mode: 'any' })).toMatchObject({ total: 0 });
  });
});

/** Words of made-up conversations; some are common, some are rare. */
const words = Array.from({ length: 120 }, (_, i) => `w${'aeiou'[i % 5]}${'bcdfghklmnp'[i % 11]}${i}x`);
/** The same numbers in each run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    yield (state >>> 8) / 2 ** 24;
  }
}

describe.skipIf(!available)('both engines', () => {
  const lakes = [useLake(), useLake()];
  const opened: OpenEngine[] = [];

  beforeAll(async () => {
    const random = numbers(7);
    const next = () => random.next().value as number;
    const text = () =>
      Array.from(
        { length: 4 + Math.floor(next() * 30) },
        () => words[Math.floor(next() ** 2.5 * words.length)],
      ).join(' ');
    const conversations = Array.from({ length: 40 }, () =>
      Array.from(
        { length: 5 + Math.floor(next() * 30) },
        (_, i) => `${i % 2 ? 'Ana' : 'Ben'}: ${text()}${next() < 0.2 ? '?' : '.'}`,
      ),
    );
    for (const [i, engine] of [embedded, openSearch].entries()) {
      const lake = lakes[i];
      if (!lake) continue;
      const open = await engine.open(lake);
      opened.push(open);
      for (const conversation of conversations.slice(0, 30)) await converse(lake, conversation);
      await open.settle();
      // The rest waits to be indexed.
      for (const conversation of conversations.slice(30)) await converse(lake, conversation);
    }
  });
  afterAll(() => Promise.all(opened.map((open) => open.close())));

  it.each(searchModes)('give the same results in the same order in mode %s', async (mode) => {
    const random = numbers(11);
    const next = () => random.next().value as number;
    for (let i = 0; i < 25; i++) {
      const query = Array.from(
        { length: mode === 'phrase' ? 2 : 1 + (i % 4) },
        () => words[Math.floor(next() ** 2 * words.length)],
      ).join(' ');
      const [a, b] = await Promise.all(
        lakes.map((lake, n) =>
          searchMessages(lake.db.sql, (opened[n] as OpenEngine).search, {
            ...{ query, mode, limit: 20, offset: 0, maxCharacters: 2000, explain: false },
          }),
        ),
      );
      const shown = (found: typeof a) => found?.hits.map(({ content, rank }) => [content, rank.toFixed(3)]);
      expect([query, b?.total, shown(b)]).toEqual([query, a?.total, shown(a)]);
    }
  });
});
