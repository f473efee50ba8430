import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { connect } from '../src/db/postgres/connect.ts';
import { migrate } from '../src/db/postgres/migrate.ts';
import { createDeps, createLog } from '../src/gateway/deps.ts';
import { listCore, withCoreDefaults } from '../src/gateway/mcp/core-profile.ts';
import { type ListedTool, listTools } from '../src/gateway/mcp/listing.ts';
import hybridSearch from '../src/handlers/artifacts/hybrid-search.ts';
import { catalog } from '../src/handlers/index.ts';
import { createCatalog } from '../src/handlers/tool/catalog.ts';
import { type Bench, rounded, scratchLake, table } from './support.ts';

const peers = z
  .object({
    counted: z.string(),
    listings: z.array(
      z.object({
        name: z.string(),
        tools: z.int(),
        tokens: z.number(),
        bytes: z.int(),
        source: z.string(),
        version: z.string(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('peers.json', import.meta.url), 'utf8')));

/** A common estimate for English and JSON: four characters per token. */
const tokensOf = (text: string): number => Math.round(text.length / 4);

/** What a model is shown of a listing, and what a client receives of it. */
function costOf(name: string, tools: readonly ListedTool[]): Record<string, string | number> {
  const shown = tools.map((tool) => `${tool.name}${tool.description}${JSON.stringify(tool.inputSchema)}`);
  return {
    listing: name,
    tools: tools.length,
    tokens: tokensOf(shown.join('')),
    'bytes sent': Buffer.byteLength(JSON.stringify({ tools })),
  };
}

/** Tokens and bytes of `tools/list` beside other memory servers, and tokens of eight hits of a search. */
export const listing: Bench = {
  name: 'listing',
  async run() {
    table('Listings of Dewey', [
      costOf('all tools', listTools(catalog)),
      costOf('?toolsets=core', listCore(catalog, [])),
      ...catalog.toolsets.map((toolset) =>
        costOf(`?toolsets=${toolset.name}`, listTools(createCatalog([toolset]))),
      ),
    ]);
    table(
      'Listings of others',
      peers.listings.map(({ name, tools, tokens, bytes, version }) => ({
        listing: name,
        tools,
        tokens: Math.round(tokens),
        'bytes of what is shown': bytes,
        version,
      })),
    );
    await hits();
  },
};

/** Eight hits of a search in long messages, in each detail. */
async function hits(): Promise<void> {
  const lake = await scratchLake();
  await migrate(lake.url);
  const db = connect(lake.url);
  const deps = createDeps(db, createLog('silent'));
  const call = async (name: string, input: unknown): Promise<string> => {
    const reply = await catalog.find(name)?.call(input, deps);
    if (!reply?.ok) throw new Error(`${name}: ${reply?.error.message}`);
    return JSON.stringify(reply.value, (_, value) => (value === null ? undefined : value));
  };
  try {
    const turn = (i: number) =>
      `Turn ${i}: ${'The oak shelves in the reading room hold the atlases and the maps. '.repeat(20)}`;
    await call('dewey_store_messages_bulk', {
      session_id: 'desk',
      project: 'library',
      metadata: { source: 'claude-code', cwd: '/home/ada/library', version: '2.0.0' },
      messages: Array.from({ length: 30 }, (_, i) => ({
        role: i % 2 === 0 ? 'user' : 'assistant',
        content: turn(i),
      })),
    });
    const query = 'atlases maps reading';
    const rows: Record<string, string | number>[] = [];
    for (const detail of ['index', 'snippet', 'full']) {
      const text = await call('dewey_search', { query, limit: 8, detail });
      rows.push({ search: `dewey_search, ${detail}`, tokens: tokensOf(text), 'per hit': perHit(text) });
    }
    const core = await call('hybrid_search', withCoreDefaults(hybridSearch, { query, kinds: ['message'] }));
    rows.push({ search: 'hybrid_search of core', tokens: tokensOf(core), 'per hit': perHit(core) });
    table('Eight hits in messages of 1,300 characters', rows);
  } finally {
    await db.close();
    await lake.end();
  }
}

const perHit = (text: string): number => rounded(tokensOf(text) / 8, 0);
