import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '../src/db/postgres/connect.ts';
import { readConfig } from '../src/gateway/config/env.ts';
import { createLog } from '../src/gateway/deps.ts';
import { startServer } from '../src/gateway/server.ts';
import { catalog } from '../src/handlers/index.ts';
import { type Bench, measure, quantile, scratchLake, table } from './support.ts';

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
    const others = await besidePeople(page, call, `${id}`);
    await server.stop();
    await db.close();
    await lake.end();
    table('pages', rows);
    table('other calls while five people click, each once a second', others);
  },
};

/**
 * What calls of agents take with and without five people who look at other pages all the time. Rounds alternate, so that
 * both meet the same machine.
 */
async function besidePeople(
  page: (path: string) => Promise<void>,
  call: (tool: string, input: object) => Promise<unknown>,
  session: string,
): Promise<Record<string, string | number>[]> {
  const paths = [
    '/',
    '/sessions',
    `/sessions/${session}`,
    `/sessions/${session}?turn=9000`,
    '/search?q=loan+period',
  ];
  const calls = {
    store: () => call('dewey_store_message', { role: 'user', content: text(1) }),
    search: () => call('dewey_search', { query: 'loan period item' }),
  };
  const person = async (n: number, stopped: AbortSignal) => {
    await delay(n * 200);
    for (let click = n; !stopped.aborted; click += 1) {
      const begun = performance.now();
      await page(paths[click % paths.length] ?? '/');
      await delay(Math.max(0, 1000 - (performance.now() - begun)));
    }
  };
  const took = { store: [[], []], search: [[], []] } as Record<keyof typeof calls, [number[], number[]]>;
  for (let round = 0; round < 8; round += 1)
    for (const watched of [0, 1] as const) {
      const stopping = new AbortController();
      const people = watched ? [0, 1, 2, 3, 4].map((n) => person(n, stopping.signal)) : [];
      for (const name of ['store', 'search'] as const)
        for (let i = 0; i < 60; i += 1) {
          const begun = performance.now();
          await calls[name]();
          took[name][watched].push(performance.now() - begun);
          await delay(20);
        }
      stopping.abort();
      await Promise.all(people);
    }
  return (['store', 'search'] as const).map((name) => {
    const [alone, watched] = took[name];
    const [before, then] = [quantile(alone, 0.5), quantile(watched, 0.5)];
    return {
      call: name,
      'alone p50 ms': Number(before.toFixed(2)),
      'with people p50 ms': Number(then.toFixed(2)),
      'p50 ratio': Number((then / before).toFixed(2)),
      'alone mean ms': Number(mean(alone).toFixed(2)),
      'with people mean ms': Number(mean(watched).toFixed(2)),
      'mean ratio': Number((mean(watched) / mean(alone)).toFixed(2)),
    };
  });
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
