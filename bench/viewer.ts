import { connect } from '../src/db/postgres/connect.ts';
import { readConfig } from '../src/gateway/config/env.ts';
import { createLog } from '../src/gateway/deps.ts';
import { startServer } from '../src/gateway/server.ts';
import { catalog } from '../src/handlers/index.ts';
import { type Bench, measure, scratchLake, table } from './support.ts';

const text = (turn: number) =>
  `Turn ${turn} about the **loan period** of item ${turn % 97}:\n\n\`\`\`ts\nexport const days = ${turn};\n\`\`\`\n\n- one\n- two\n`;

/** How long pages take: a session of 10,000 turns, a search compared with its tool, and the first page over many messages. */
export const viewer: Bench = {
  name: 'viewer',
  async run({ messages = '1000000', turns = '10000' }) {
    const lake = await scratchLake();
    const db = connect(lake.url);
    const config = readConfig({
      DEWEY_DATA_DIR: lake.directory,
      DEWEY_MCP_PORT: '0',
      DEWEY_LIMITS: 'off',
      DEWEY_DECISION_LIMITS: 'off',
    });
    const server = await startServer(catalog, db, config, createLog('silent'));
    const call = async (tool: string, input: object): Promise<Record<string, unknown>> => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${server.url}/tools/${tool}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(input),
      });
      return (await answer.json()) as Record<string, unknown>;
    };
    const page = async (path: string) => {
      const answer = await fetch(server.url + path, { headers: { accept: 'text/html' } });
      const body = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body.slice(0, 300)}`);
    };
    let id: unknown;
    for (let from = 0; from < Number(turns); from += 500) {
      const batch = Array.from({ length: 500 }, (_, i) => ({
        role: i % 2 === 0 ? 'user' : 'assistant',
        content: text(from + i),
      }));
      ({ conversation_id: id } = await call('dewey_store_messages_bulk', {
        ...(id ? { conversation_id: id } : {}),
        messages: batch,
      }));
    }
    const rows: Record<string, string | number>[] = [];
    const add = async (what: string, times: number, work: () => Promise<unknown>) => {
      const { p50, p95 } = await measure(times, 1, work);
      rows.push({ what, 'p50 ms': Math.round(p50), 'p95 ms': Math.round(p95) });
    };
    await add('session, first turns', 30, () => page(`/sessions/${id}`));
    await add('session, next turns', 30, () => page(`/sessions/${id}/turns?after=6000`));
    await add('session at a turn named by a link', 30, () => page(`/sessions/${id}?turn=9000`));
    await add('search, the tool', 20, () =>
      call('dewey_search', { query: 'loan period item', detail: 'full', max_chars: 400 }),
    );
    await add('search, the page', 20, () => page('/search?q=loan+period+item'));
    // Without the index: only the pages that count are measured here.
    await db.sql`alter table messages disable trigger user`;
    await db.sql`
      with made as (
        insert into conversations (project) select 'bench' from generate_series(1, ${Number(messages)}::int / 500) returning id
      ), heads as (
        insert into conversation_heads (conversation_id, last_turn, message_count) select id, 500, 500 from made
      )
      insert into messages (conversation_id, turn_number, role, content, created_at)
      select id, turn, 'user', 'A message of ordinary length, as people write them to agents.',
             now() - random() * interval '360 days'
      from made, generate_series(1, 500) turn`;
    await db.sql`alter table messages enable trigger user`;
    await db.sql`analyze messages`;
    const begun = performance.now();
    await page('/');
    rows.push({
      what: `today over ${messages} messages, the first time`,
      'p50 ms': Math.round(performance.now() - begun),
      'p95 ms': '',
    });
    await add(`today over ${messages} messages, then`, 20, () => page('/'));
    await add('sessions', 20, () => page('/sessions'));
    await server.stop();
    await db.close();
    await lake.end();
    table('pages', rows);
  },
};
