import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpClient, type ToolClient } from '../../support/clients.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const server = useServer(lake);

const said = {
  path: 'The query builder lives in src/db/loanDesk.ts since Tuesday',
  error: 'It failed with ECONNREFUSED on port 5432',
  snake: 'Set max_retry_count to five',
  camel: 'parseUserInput throws on an empty line',
  chinese: '我们决定用图书馆的新目录',
  japanese: 'データベースの設定を変更しました',
  korean: '도서관 예약 시스템을 고쳤다',
  arabic: 'المكتبة مفتوحة حتى المساء',
  accents: 'Der Rückgabetermin für das Café',
  emoji: 'Deployed the fox service 🦊 today',
  question: 'Which shelf holds the atlas?',
  answer: 'The third one, behind the globe',
};

describe('the queries of MCP clients', () => {
  let client: ToolClient;
  beforeAll(async () => {
    client = await mcpClient('ws', server.url);
    const messages = Object.values(said).map((content) => ({ role: 'user', content }));
    await client.call('dewey_store_messages_bulk', { messages });
  });
  afterAll(() => client.close());

  const first = async (query: string, options: object = {}) =>
    (await client.call('dewey_search', { query, detail: 'full', limit: 3, ...options })).results[0];

  it.each([
    ['a path', 'src/db/loanDesk.ts', said.path],
    ['a file name', 'loanDesk.ts', said.path],
    ['a part of a name', 'desk', said.path],
    ['an error code', 'ECONNREFUSED', said.error],
    ['an error code, typed small', 'econnrefused', said.error],
    ['snake case', 'max_retry_count', said.snake],
    ['a part of snake case', 'retry', said.snake],
    ['camel case', 'parseUserInput', said.camel],
    ['a part of camel case', 'user input', said.camel],
    ['Chinese', '图书馆', said.chinese],
    ['Japanese', 'データベース', said.japanese],
    ['Korean', '예약', said.korean],
    ['Arabic', 'المكتبة', said.arabic],
    ['without accents', 'ruckgabetermin cafe', said.accents],
    ['an inflected word', 'deploying foxes', said.emoji],
  ])('finds %s, and shows where', async (_, query, content) => {
    const hit = await first(query);
    expect(hit.content).toBe(content);
    expect(hit.snippet).toMatch(/\*\*.+\*\*/u);
  });

  it('shows the passage and explains the rank of a result', async () => {
    const hit = await first('shelf atlas', { explain: true, context: 1 });
    expect(hit.snippet).toBe('Which **shelf** holds the **atlas**?');
    expect(hit.neighbours.at(-1).content).toBe(said.answer);
    const { words, coverage, neighbours, conversation, speaker } = hit.explain;
    expect(words.map((word: { word: string }) => word.word)).toEqual(['shelf', 'atlas']);
    for (const word of words) expect(word).toMatchObject({ occurrences: 1, weight: expect.any(Number) });
    const sum = words.reduce((all: number, { score }: { score: number }) => all + score, 0);
    expect((sum + coverage + neighbours + conversation) * speaker).toBeCloseTo(hit.rank, 6);
    // The answer shares no word with the question; the turn before it lends it the score.
    const { results } = await client.call('dewey_search', { query: 'atlas', explain: true });
    const answer = results.find(({ content }: { content: string }) => content === said.answer);
    expect(answer.explain).toMatchObject({ words: [], neighbours: expect.any(Number) });
    expect(answer.explain.neighbours).toBeGreaterThan(0);
  });

  const hostile: Record<string, string> = {
    'fifteen hundred words': Array.from({ length: 1500 }, (_, i) => `w${i}`).join(' '),
    'stop words only': 'the of and to',
    'punctuation only': '!!! ??? … ;; —',
    'unbalanced quotes': '"the third',
    'a NUL': 'fo\0x atlas',
    'a lone surrogate': 'atlas \ud800',
    'query operators': ':* & | ! <-> ( atlas )',
    'a regular expression bomb': `${'a'.repeat(5000)}!(a+)+$`,
    emoji: '🦊 atlas',
    'right-to-left text': 'المكتبة atlas',
  };
  it.each(Object.keys(hostile))('answers in every mode: %s', async (name) => {
    for (const mode of ['auto', 'any', 'all', 'phrase', 'hybrid']) {
      const found = await client.call('dewey_search', { query: hostile[name], mode, limit: 5 });
      expect(found.results.length).toBeLessThanOrEqual(5);
      if (mode === 'auto' && /atlas|third|🦊|the of/.test(hostile[name] ?? ''))
        expect(found.total).toBeGreaterThan(0);
    }
  });

  it('explains what is wrong with an invalid query', async () => {
    await expect(client.call('dewey_search', { query: '' })).rejects.toMatchObject({
      body: { error: { kind: 'invalid_input', data: { field: 'query' } } },
    });
    const long = Array.from({ length: 10_000 }, (_, i) => `word${i}`).join(' ');
    await expect(client.call('dewey_search', { query: long })).rejects.toMatchObject({
      body: { error: { kind: 'invalid_input', message: expect.stringContaining('10,000 characters') } },
    });
  });
});
