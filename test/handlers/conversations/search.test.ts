import { beforeAll, describe, expect, it } from 'vitest';
import { localEmbedder } from '../../../src/gateway/llm/local/embedder.ts';
import deleteConversation from '../../../src/handlers/conversations/delete-conversation.ts';
import getConversation from '../../../src/handlers/conversations/get-conversation.ts';
import search from '../../../src/handlers/conversations/search.ts';
import storeMessagesBulk from '../../../src/handlers/conversations/store-messages-bulk.ts';
import { call } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

type Result = {
  conversation_id: string;
  message_id: string;
  session_id: string | null;
  turn: number;
  role: string;
  content: string;
  content_truncated?: boolean;
  snippet: string;
  rank: number;
  created_at: string;
  conversation_metadata: object | null;
  char_offset?: number;
  neighbour?: boolean;
  neighbours?: { id: string; turn: number; role: string; content: string }[];
};
type Found = {
  results: Result[];
  total: number;
  total_is_exact: boolean;
  next_offset?: number;
  message?: string;
};

/** Mode any returns matches only; auto may add the turns next to them. */
const find = (query: string, more: Record<string, unknown> = {}): Promise<Found> =>
  call(search, { query, mode: 'any', detail: 'full', ...more }, lake.deps);
const keep = (input: Record<string, unknown>) => call(storeMessagesBulk, input, lake.deps);
const said = (...contents: string[]) => contents.map((content) => ({ role: 'user', content }));
const texts = (found: Found) => found.results.map((result) => result.content);

/** Messages of a librarian's assistant over two days, in two projects. */
const loans = [
  {
    role: 'user',
    content: 'How long may a member keep a borrowed atlas?',
    created_at: '2026-01-05T09:00:00Z',
  },
  {
    role: 'assistant',
    content: 'The loan period of an atlas is fourteen days.',
    created_at: '2026-01-05T09:01:00Z',
  },
  { role: 'user', content: 'And can it be renewed?', created_at: '2026-01-05T09:02:00Z' },
  { role: 'assistant', content: 'Once, unless somebody reserved it.', created_at: '2026-01-05T09:03:00Z' },
];
const repairs = [
  { role: 'user', content: 'The spine of the atlas is torn.', created_at: '2026-01-06T15:00:00Z' },
  { role: 'tool', content: 'Ticket 4711: bookbinder, spine repair', created_at: '2026-01-06T15:01:00Z' },
];

describe('dewey_search', () => {
  let loanId = '';
  let repairId = '';

  beforeAll(async () => {
    const stored = await keep({
      session_id: 'monday',
      project: 'lending',
      metadata: { desk: 'front' },
      messages: loans,
    });
    loanId = stored.conversation_id;
    repairId = (await keep({ session_id: 'tuesday', project: 'binding', messages: repairs })).conversation_id;
  });

  it('finds the answer to a plain question, with its location', async () => {
    const found = await call(
      search,
      { query: 'what is the loan period of an atlas?', detail: 'full' },
      lake.deps,
    );
    expect(found).toMatchObject({
      total: expect.any(Number),
      total_is_exact: true,
      mode_used: expect.any(String),
      legs: expect.arrayContaining(['lexical']),
      limit: 20,
      offset: 0,
    });
    expect(found.results[0]).toMatchObject({
      conversation_id: loanId,
      session_id: 'monday',
      message_id: expect.any(String),
      turn: 2,
      role: 'assistant',
      content: loans[1]?.content,
      snippet: expect.stringContaining('**'),
      rank: expect.any(Number),
      created_at: '2026-01-05T09:01:00Z',
      conversation_metadata: { desk: 'front' },
    });
  });

  it('returns short texts, the passages of long ones, or only where they stand', async () => {
    const long = `${'Nothing of note. '.repeat(40)}The kestrel nests above the reading room.`;
    const { conversation_id } = await keep({ messages: said(long, 'A kestrel?') });
    const of = async (detail: string) => {
      const { results } = await call(search, { query: 'kestrel', conversation_id, detail }, lake.deps);
      expect(results[0].title).toMatch(/^Nothing of note/);
      expect(results[1].title).toBeUndefined(); // said with the first of its hits
      return (results as (Result & { title?: string })[])
        .map(({ title: _, ...rest }) => rest)
        .toSorted((a, b) => a.turn - b.turn);
    };
    const place = { conversation_id, role: 'user', created_at: expect.stringMatching(/:\d\dZ$/) };
    expect(await of('snippet')).toEqual([
      { ...place, turn: 1, snippet: expect.stringContaining('**kestrel** nests') },
      { ...place, turn: 2, content: 'A kestrel?' },
    ]);
    expect(await of('index')).toEqual([
      { ...place, turn: 1 },
      { ...place, turn: 2 },
    ]);
    const full = await call(search, { query: 'kestrel', conversation_id }, lake.deps);
    expect(full.results).toContainEqual(
      expect.objectContaining({ content: long, snippet: expect.any(String) }),
    );
  });

  it('says where the next page begins', async () => {
    const pages = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page: Found = await find('atlas', { limit: 1, offset });
      pages.push(...page.results);
      offset = page.next_offset;
    }
    expect(pages).toHaveLength((await find('atlas')).total);
  });

  it('shows every match on the pages, and ends with the last one', async () => {
    const long = (i: number) => `${'about nothing at all '.repeat(30)} gavel ${i}`;
    for (let i = 0; i < 6; i++)
      await keep({ project: 'court', messages: said(`gavel gavel ${i}`, 'it fell', 'nobody knows why') });
    for (let i = 0; i < 6; i++) await keep({ project: 'court', messages: said(long(i)) });
    for (const limit of [5, 15]) {
      const seen: Result[] = [];
      for (let offset: number | undefined = 0; offset !== undefined; ) {
        const page: Found = await find('gavel', { project: 'court', mode: 'auto', limit, offset });
        expect(page.total).toBe(12);
        expect(page.results.some(({ neighbour }) => !neighbour)).toBe(true);
        seen.push(...page.results);
        offset = page.next_offset;
      }
      expect(new Set(seen.map((one) => one.message_id)).size).toBe(seen.length);
      expect(seen.some(({ neighbour }) => neighbour)).toBe(true);
      expect(seen.filter(({ neighbour }) => !neighbour)).toHaveLength(12);
    }
  });

  it('shows nothing of what stands only beside excluded messages', async () => {
    await keep({
      project: 'press',
      messages: said('the platen jams', 'it is near', 'a platen feeder'),
    });
    const found = await find('platen -jams -feeder', { project: 'press', mode: 'auto' });
    expect(found).toMatchObject({ results: [], total: 0 });
    const beside = await find('platen -feeder', { project: 'press', mode: 'auto' });
    expect(beside.total).toBe(1);
    expect(texts(beside)).toEqual(['the platen jams', 'it is near']);
  });

  it('says that a query has nothing that can be searched', async () => {
    for (const query of ['  ', '!!! ???', '😀'])
      expect((await find(query, { mode: 'auto' })).message).toMatch(/nothing in the query/i);
    expect(await find('zeppelin', { mode: 'auto' })).not.toHaveProperty('message');
  });

  it('puts the best match first', async () => {
    const { results } = await find('loan period of an atlas');
    const ranks = results.map((result) => result.rank);
    expect(ranks.length).toBeGreaterThan(1);
    expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
    expect(results[0]?.content).toBe(loans[1]?.content);
  });

  it('finds nothing for an unknown word', async () => {
    expect(await find('zeppelin')).toMatchObject({ results: [], total: 0, total_is_exact: true });
  });

  it('matches one of the words with any, every word with all, adjacent words with phrase', async () => {
    const any = await find('spine fourteen', { mode: 'any' });
    expect(any.total).toBe(3);
    expect((await find('spine fourteen', { mode: 'all' })).total).toBe(0);
    expect(texts(await find('repair spine', { mode: 'all' }))).toEqual([repairs[1]?.content]);
    expect((await find('repair spine', { mode: 'phrase' })).total).toBe(0);
    expect(texts(await find('spine repair', { mode: 'phrase' }))).toEqual([repairs[1]?.content]);
    expect(await find('spine repair', { mode: 'phrase' })).toMatchObject({ mode_used: 'phrase' });
  });

  it.each([
    ['session', { session_id: 'tuesday' }, [repairs[0]?.content]],
    ['project', { project: 'lending' }, [loans[0]?.content, loans[1]?.content]],
    ['role', { role: 'assistant' }, [loans[1]?.content]],
    ['the time it was said: from', { start_date: '2026-01-06T00:00:00Z' }, [repairs[0]?.content]],
    ['the time it was said: until, exclusive', { end_date: '2026-01-05T09:01:00Z' }, [loans[0]?.content]],
    [
      'a time in another zone',
      { start_date: '2026-01-05T10:01:00+01:00', end_date: '2026-01-05T10:01:01+01:00' },
      [loans[1]?.content],
    ],
    ['several at once', { project: 'lending', role: 'user' }, [loans[0]?.content]],
    ['filters that contradict each other', { project: 'lending', session_id: 'tuesday' }, []],
  ])('narrows by %s', async (_, filter, wanted) => {
    const found = await find('atlas', filter);
    expect(texts(found).sort()).toEqual([...wanted].sort());
    expect(found.total).toBe(wanted.length);
  });

  it('narrows by conversation, and finds nothing in an unknown one', async () => {
    expect(texts(await find('atlas', { conversation_id: repairId }))).toEqual([repairs[0]?.content]);
    const nowhere = '00000000-0000-7000-8000-000000000000';
    expect((await find('atlas', { conversation_id: nowhere })).results).toEqual([]);
  });

  it('returns neighbouring turns on request, in order, without the result itself', async () => {
    const [plain] = (await find('fourteen')).results;
    expect(plain).not.toHaveProperty('neighbours');
    const [near] = (await find('fourteen', { context: 1 })).results;
    expect(near?.neighbours).toMatchObject([
      { turn: 1, role: 'user', content: loans[0]?.content },
      { turn: 3, role: 'user', content: loans[2]?.content },
    ]);
    const [wide] = (await find('fourteen', { context: 3 })).results;
    expect(wide?.neighbours?.map((neighbour) => neighbour.turn)).toEqual([1, 3, 4]);
  });

  it('gives each result of a page its own turns, and asks the database for all of them at once', async () => {
    const { results } = await find('spine', { context: 1 });
    const around = results.map(({ turn, neighbours }) => [
      turn,
      neighbours?.map((neighbour) => neighbour.turn),
    ]);
    expect(around.sort()).toEqual([
      [1, [2]],
      [2, [1]],
    ]);
    const statements = async (context: number) => {
      // Fragments of statements are made in the same way, and never executed.
      const made: { executed?: boolean }[] = [];
      const sql = new Proxy(lake.db.sql, {
        apply(target, self, args) {
          const query = Reflect.apply(target, self, args);
          made.push(query);
          return query;
        },
      });
      const page = await call(
        search,
        { query: 'atlas', mode: 'any', context },
        { ...lake.deps, db: Object.assign(Object.create(lake.db), { sql }) },
      );
      expect(page.results.length).toBeGreaterThan(2);
      return made.filter(({ executed }) => executed).length;
    };
    expect(await statements(0)).toBeGreaterThan(0);
    expect((await statements(3)) - (await statements(0))).toBe(1);
  });

  it('accepts exact_total, which changes nothing', async () => {
    expect(await find('atlas', { exact_total: true })).toEqual(await find('atlas'));
  });

  it('excludes deleted conversations from results and totals', async () => {
    const { conversation_id } = await keep({ messages: said('The marsupial index', 'marsupial again') });
    expect((await find('marsupial')).total).toBe(2);
    await call(deleteConversation, { conversation_id, force: true }, lake.deps);
    expect(await find('marsupial')).toMatchObject({ results: [], total: 0 });
  });

  it('finds a message as soon as it is acknowledged', async () => {
    await keep({ messages: said('palimpsest arrived this minute') });
    expect((await find('palimpsest')).total).toBe(1);
  });

  it('pages through all matches without losing or repeating one', async () => {
    await keep({
      project: 'pages',
      messages: said(...Array.from({ length: 45 }, (_, i) => `quire number ${i}`)),
    });
    const seen: string[] = [];
    for (let offset = 0; offset < 45; offset += 10) {
      const found = await find('quire', { project: 'pages', limit: 10, offset });
      expect(found.total).toBe(45);
      seen.push(...found.results.map((result) => result.message_id));
    }
    expect(seen).toHaveLength(45);
    expect(new Set(seen).size).toBe(45);
    expect((await find('quire', { project: 'pages', offset: 45 })).results).toEqual([]);
  });

  it('truncates long texts to max_chars, marks them, and still returns the matching passage', async () => {
    const filler = 'lorem ipsum '.repeat(1000);
    await keep({ project: 'long', messages: said(`${filler} incunabula ${filler}`, 'short incunabula') });
    const found = await find('incunabula', { project: 'long', max_chars: 100 });
    const long = found.results.find((result) => result.content_truncated);
    const short = found.results.find((result) => !result.content_truncated);
    expect(long?.content).toHaveLength(100);
    expect(long?.snippet).toContain('incunabula');
    expect(short?.content).toBe('short incunabula');
  });

  it('does not cut a character in two', async () => {
    await keep({ project: 'astral', messages: said(`vellum ${'😀'.repeat(50)}`) });
    for (const max_chars of [8, 9, 10, 11]) {
      const [result] = (await find('vellum', { project: 'astral', max_chars })).results;
      expect(result?.content.isWellFormed()).toBe(true);
      expect(result?.content_truncated).toBe(true);
    }
  });

  it('keeps a reply small by ending the page early, with the next offset', async () => {
    const text = (i: number) => `folio ${i} ${'padding '.repeat(1200)}`;
    await keep({ project: 'big', messages: said(...Array.from({ length: 30 }, (_, i) => text(i))) });
    const seen = new Set<string>();
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const found: Found = await find('folio', { project: 'big', max_chars: 20_000, limit: 30, offset });
      expect(JSON.stringify(found).length).toBeLessThan(82_000);
      expect(found.total).toBe(30);
      for (const result of found.results) seen.add(result.message_id);
      offset = found.next_offset;
    }
    expect(seen.size).toBe(30);
  });

  it.each([
    ['SQL', "'; drop table messages; --"],
    ['operators of the full-text language', "atlas & | ! :* <-> ( ) ''"],
    ['only operators', '&&& ||| !!!'],
    ['only stop words', 'the of and'],
    ['only blanks', '   \t\n'],
    ['unbalanced quotes', '"atlas'],
    ['quotes and backslashes', "\\'atlas\\\\' \\"],
    ['placeholders', '$1 %s {0} ?'],
    ['markup', '<b>atlas</b> <script>alert(1)</script>'],
    ['a path and a link', 'C:\\books\\atlas.txt https://example.org/a?b=c&d=%27'],
    ['emoji and combining marks', '😀 a\u0301tlas 👩‍👩‍👧'],
    ['text from right to left', '\u202eatlas'],
    ['NUL and a lone surrogate', 'atlas\0\ud800'],
    ['ten thousand letters without a blank', 'a'.repeat(10_000)],
    ['thousands of words', 'w '.repeat(5_000)],
    ['thousands of different words', Array.from({ length: 1800 }, (_, i) => `q${i}`).join(' ')],
  ])('answers %s', async (_, query) => {
    for (const mode of ['auto', 'any', 'all', 'phrase']) {
      const reply = await search.call({ query, mode }, lake.deps);
      // An answer, or a failure the caller can correct: never an internal error.
      const outcome = reply.ok ? 'answered' : reply.error.kind;
      expect(['answered', 'invalid_input']).toContain(outcome);
    }
    expect((await find('atlas')).total).toBe(3);
  });
});

describe('a hit', () => {
  it('tells its title, project, agent, and where to read on in a long text', async () => {
    const { conversation_id } = await call(
      storeMessagesBulk,
      {
        project: '/srv/zoo',
        metadata: { source: 'codex' },
        messages: [
          { role: 'user', content: 'Where do the quaggas live?' },
          { role: 'assistant', content: 'Look at the map of the park.' },
          { role: 'assistant', content: `${'😀 and so on. '.repeat(3000)}The quaggas live in the north.` },
        ],
      },
      lake.deps,
    );
    const found = await find('quaggas north', { project: 'zoo', mode: 'auto' });
    expect(found).toMatchObject({ total: 2, total_is_exact: true });
    const [long] = found.results.filter(({ turn }: { turn: number }) => turn === 3);
    expect(long).toMatchObject({
      title: 'Where do the quaggas live?',
      project: '/srv/zoo',
      agent: 'codex',
      char_offset: expect.any(Number),
    });
    const { messages } = await call(
      getConversation,
      { conversation_id, after_turn: 2, limit: 1, char_offset: long?.char_offset },
      lake.deps,
    );
    expect(messages[0].content.length).toBeLessThan(400);
    expect(messages[0].content).toContain('The quaggas live in the north.');
    const flags = found.results.map((hit) => [hit.turn, hit.neighbour]);
    expect(flags.sort()).toEqual([
      [1, undefined],
      [2, true],
      [3, undefined],
    ]);
  });
});

describe('a project without conversations', () => {
  it('is told, with those of like names, where nothing is found', async () => {
    await keep({ project: '/home/ada/Library-Desk', messages: said('The desk closes at eight.') });
    const { total, message } = await find('desk', { project: 'library-desk' });
    expect({ total, message }).toEqual({
      total: 0,
      message: 'No conversation is of the project "library-desk". There is /home/ada/Library-Desk.',
    });
    expect((await find('desk', { project: 'atlantis' })).message).toBe(
      'No conversation is of the project "atlantis". dewey_list_conversations lists what there is.',
    );
    expect(await find('zebra crossing', { project: 'Library-Desk' })).not.toHaveProperty('message');
  });
});

describe('a misspelt word', () => {
  beforeAll(() =>
    keep({
      project: 'errors',
      messages: said(
        'The socket closed with ECONNREFUSED again.',
        'Which pelican colonies breed in Walvis Bay?',
        'Two projects wait for the printer.',
      ),
    }),
  );

  it('is searched as the nearest word when nothing else matches, and the reply says so', async () => {
    const found = await find('ECONREFUSED', { mode: 'auto' });
    expect(found).toMatchObject({ did_you_mean: 'ECONNREFUSED', corrected: true, total: 1 });
    expect(found.results[0]?.snippet).toContain('**ECONNREFUSED**');
  });

  it('beside a known one is only a hint', async () => {
    const found = await find('pelican colnies', { mode: 'auto' });
    expect(found).toMatchObject({ did_you_mean: 'pelican colonies', total: 1 });
    expect(found).not.toHaveProperty('corrected');
  });

  it('counts a transposition as one edit', async () => {
    expect(await find('socekt')).toMatchObject({ did_you_mean: 'socket', corrected: true });
  });

  it('is not corrected to words out of reach, to short ones or to numbers', async () => {
    expect(await find('ECONREFUSED', { project: 'titles' })).not.toHaveProperty('did_you_mean');
    for (const query of ['bzy', 'xylophonist', 'E_12345'])
      expect(await find(query)).not.toHaveProperty('did_you_mean');
  });

  it('is no word that is known', async () => {
    expect(await find('pelican')).not.toHaveProperty('did_you_mean');
  });

  it('is at most two edits away, in letters without accents or in plainly inflected stems', async () => {
    await keep({ messages: said('A stressful ibis recently received balanced meals from Frau Müller.') });
    for (const query of ['strasse', 'rechnung', 'unbalancedly', 'protection'])
      expect(await find(query)).not.toHaveProperty('did_you_mean');
    expect(await find('recieving')).toMatchObject({ did_you_mean: 'received', corrected: true });
    const ask = (query: string) => call(search, { query }, { ...lake.deps, embedder: localEmbedder });
    expect(await ask('mueller')).toMatchObject({ did_you_mean: 'Müller', corrected: true });
  });

  it('is no word that the local model knows, unless by a single letter', async () => {
    const ask = (query: string) => call(search, { query }, { ...lake.deps, embedder: localEmbedder });
    expect(await find('prospects')).toMatchObject({ did_you_mean: 'projects' });
    expect(await ask('prospects')).not.toHaveProperty('did_you_mean');
    expect(await ask('prospects pelican')).not.toHaveProperty('did_you_mean');
    expect(await ask('prohects')).toMatchObject({ did_you_mean: 'projects', corrected: true });
    expect(await ask('pointer')).toMatchObject({ did_you_mean: 'printer', corrected: true });
  });
});
