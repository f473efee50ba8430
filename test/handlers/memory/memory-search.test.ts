import { describe, expect, it } from 'vitest';
import memoryDelete from '../../../src/handlers/memory/memory-delete.ts';
import memorySearch from '../../../src/handlers/memory/memory-search.ts';
import memoryStore from '../../../src/handlers/memory/memory-store.ts';
import { call } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const search = (input: Record<string, unknown>) => call(memorySearch, input, lake.deps);
const store = (content: string, confidence = 0.9) =>
  call(memoryStore, { content, type: 'preference', confidence }, lake.deps);

describe('memory_search', () => {
  it('finds memories at once, best first, and no deleted ones', async () => {
    const oak = await store('Ana prefers oak shelves for the reading room.');
    const pine = await store('Ben would take pine shelves.', 0.3);
    await store('Coffee is served at ten.');
    expect(await search({ query: 'which shelves does Ana like, oak?' })).toMatchObject({
      results: [
        { memory_id: oak.memory_id, type: 'preference', confidence: 0.9, score: expect.any(Number) },
        { memory_id: pine.memory_id },
      ],
      total: 2,
    });
    expect((await search({ query: 'shelves', min_confidence: 0.5 })).results).toMatchObject([
      { memory_id: oak.memory_id },
    ]);
    expect((await search({ query: 'shelf', limit: 1 })).results).toHaveLength(1);
    await call(memoryDelete, { memory_id: oak.memory_id }, lake.deps);
    expect((await search({ query: 'shelves' })).results).toMatchObject([{ memory_id: pine.memory_id }]);
  });

  it('finds those of one project only, named by its path or the last part of it', async () => {
    for (const [content, project] of [
      ['Lanterns hang in the hall.', '/home/ana/museum'],
      ['Lanterns are sold in the shop.', 'museum'],
      ['Lanterns are lit at dusk.', 'archive'],
      ['I like lanterns.', undefined],
    ])
      await call(memoryStore, { content, type: 'fact', confidence: 1, project }, lake.deps);
    const { results, total } = await search({ query: 'lanterns', project: 'museum' });
    expect(results.map(({ content }: { content: string }) => content).sort()).toEqual([
      'Lanterns are sold in the shop.',
      'Lanterns hang in the hall.',
    ]);
    expect(total).toBe(2);
    expect((await search({ query: 'lanterns' })).total).toBe(4);
    expect((await search({ query: 'lanterns', project: 'elsewhere' })).results).toEqual([]);
  });

  it('reports how many results did not fit into the reply', async () => {
    for (let i = 0; i < 9; i += 1) await store(`Rosewood ${i} ${'x'.repeat(9900)}`);
    const { results, total, message } = await search({ query: 'rosewood', limit: 20 });
    expect(results.length).toBeLessThan(9);
    expect(total).toBe(9);
    expect(message).toBe(`${9 - results.length} more results did not fit into this reply.`);
  });
});
