import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { v7 as uuidv7 } from 'uuid';
import { appendMessages } from '../src/db/conversations/append.ts';
import { messages as collection } from '../src/db/conversations/collection.ts';
import { readMessages } from '../src/db/conversations/read.ts';
import { createSearch, searchMessages } from '../src/db/conversations/search.ts';
import { connect, type Database } from '../src/db/postgres/connect.ts';
import { compactMessages, packTexts } from '../src/db/retention/pack.ts';
import { flush } from '../src/db/search/index/flush.ts';
import { seeded } from './corpus.ts';
import { type Bench, measure, rounded, scratchLake, table } from './support.ts';

const perConversation = 50;

/**
 * What packing old texts gains and costs: `--messages=100000`. The texts are paragraphs of this project's documentation in a
 * random order, 50 a conversation.
 */
export const packed: Bench = {
  name: 'packed',
  async run({ messages = '100000' }) {
    const lake = await scratchLake();
    const db = connect(lake.url);
    try {
      const ids = await fill(db, Number(messages));
      const search = createSearch(db.sql);
      const asked = { mode: 'auto' as const, limit: 20, offset: 0, maxCharacters: 2000, explain: false };
      const timed = async (state: string) => {
        const found = await measure(200, 1, (i) =>
          searchMessages(db.sql, search, { query: queries[i % queries.length] ?? '', ...asked }),
        );
        const read = await measure(200, 1, (i) =>
          readMessages(db.sql, ids[i % ids.length] ?? '', {
            after: 0,
            count: 50,
            offset: 0,
            mostCharacters: 100_000,
          }),
        );
        return {
          texts: state,
          ...(await sizes(db)),
          'search p50': rounded(found.p50),
          'search p95': rounded(found.p95),
          'read 50 turns p50': rounded(read.p50),
          'read p95': rounded(read.p95),
          load: rounded(loadavg()[0] ?? 0),
        };
      };
      const rows = [await timed('in their messages')];
      const begun = performance.now();
      const { texts } = await packTexts(db.sql, new Date(Date.now() + 2 * 86_400_000), 1, false);
      const packing = performance.now();
      rows.push(await timed('packed'));
      const compacting = performance.now();
      await compactMessages(db.sql);
      const done = performance.now();
      rows.push(await timed('packed, compact'));
      table(`packed: ${messages} messages`, rows);
      process.stdout.write(
        `packed ${Math.round(texts / ((packing - begun) / 1000))} texts a second; compacted in ${rounded((done - compacting) / 1000)} s\n`,
      );
    } finally {
      await db.close();
      await lake.end();
    }
  },
};

const queries = [
  'retention policy',
  'search index',
  'undo',
  'which model embeds texts',
  'database outage',
  'export to a file',
  'hook of Claude Code',
  'confidence',
];

async function fill(db: Database, count: number): Promise<string[]> {
  const paragraphs = readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .sort()
    .flatMap((file) => readFileSync(`docs/${file}`, 'utf8').split(/\n\n+/))
    .filter((text) => text.length > 80);
  const random = seeded(7);
  const ids: string[] = [];
  for (let n = 0; n < count; n += perConversation) {
    const id = uuidv7();
    ids.push(id);
    await db.sql`insert into conversations (id) values (${id})`;
    await db.sql`insert into conversation_heads (conversation_id) values (${id})`;
    await appendMessages(
      db.sql,
      Array.from({ length: perConversation }, (_, i) => ({
        id: uuidv7(),
        conversationId: id,
        role: i % 2 === 0 ? ('user' as const) : ('assistant' as const),
        content: paragraphs[Math.floor(random() * paragraphs.length)] ?? '',
      })),
    );
  }
  while ((await flush(db.sql, collection, 'english', 20_000)) > 0);
  await db.sql.unsafe('vacuum analyze');
  return ids;
}

async function sizes({ sql }: Database) {
  const rows = await sql<{ name: string; bytes: number }[]>`
    select name, (case when name = 'packed_texts' then pg_total_relation_size(name::regclass) else pg_table_size(name::regclass) end)::float8 as bytes
    from unnest(array['messages', 'packed_texts']) name order by name`;
  return Object.fromEntries(rows.map(({ name, bytes }) => [`${name} MB`, rounded(bytes / 1_048_576)]));
}
