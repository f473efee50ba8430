import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { type Bench, quantile, rounded, scratchLake, table } from './support.ts';

const words =
  'shelf loan reader catalog index queue worker binding volume edition author printer paper courier delivery invoice'.split(
    ' ',
  );
const reports = [
  'Decision: the board chose oak for row',
  'I will send the order for row',
  'The joiner delivered row',
  'Ana praised row',
];

const p95 = (values: readonly number[]): number => quantile(values, 0.95);

/** About 10 KB, different for each number, with an event in about every tenth sentence. */
function textOf(n: number): string {
  const lines = Array.from({ length: 150 }, (_, i) =>
    i % 10 === 0
      ? `${reports[(i / 10) % reports.length]} ${n}-${i}.`
      : `${Array.from({ length: 11 }, (_, w) => words[(n * 7 + i * 3 + w * w) % words.length]).join(' ')}.`,
  );
  return lines.join('\n');
}

/** Documents alongside other calls: the cost of ingesting, the speed of extraction, and the effect on other calls. */
export const artifacts: Bench = {
  name: 'artifacts',
  async run(settings) {
    const count = Number(settings.documents ?? 1000);
    const lake = await scratchLake();
    const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
    const env = {
      ...process.env,
      DATABASE_URL: lake.url,
      DEWEY_DATA_DIR: lake.directory,
      DEWEY_MCP_PORT: '0',
      DEWEY_PROXY_PORT: 'off',
      DEWEY_WATCH: 'off',
      DEWEY_LIMITS: 'off',
      DEWEY_LOG_LEVEL: 'warn',
    };
    const child = spawn(process.execPath, [main, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const url = /http:\S+(?=\/mcp)/.exec(line)?.[0] ?? '';
    const sql = postgres(lake.url, { max: 2, onnotice: () => undefined });
    const call = async (tool: string, input: object): Promise<Record<string, unknown>> => {
      const response = await fetch(`${url}/tools/${tool}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(input),
      });
      if (!response.ok) throw new Error(`${tool}: ${await response.text()}`);
      return (await response.json()) as Record<string, unknown>;
    };
    try {
      const { conversation_id } = await call('dewey_begin_conversation', {});
      /** Makes other calls at a steady rate until aborted; returns the duration of each. */
      const others = (until: AbortSignal) => {
        const took: number[] = [];
        const done = (async () => {
          while (!until.aborted) {
            const begun = performance.now();
            await call('dewey_store_message', {
              conversation_id,
              role: 'user',
              content: 'The loan period is 21 days.',
            });
            await call('dewey_get_conversation', { conversation_id, limit: 5 });
            took.push((performance.now() - begun) / 2);
            await delay(10);
          }
        })();
        return { took, done };
      };
      const documentOf = (n: number) => ({
        artifact_type: 'doc',
        source_system: 'bench',
        source_id: `doc-${n}`,
        content: textOf(n),
      });
      // Generated in advance, so that this does not disturb the measurement.
      const documents = Array.from({ length: count }, (_, i) => documentOf(i + 1));
      for (let n = 0; n < 20; n += 1) await call('artifact_ingest', documentOf(-n));
      await drained(sql);

      /** Ingests in sequence; returns the duration of each. */
      const ingest = async (all: readonly object[]) => {
        const each: number[] = [];
        for (const document of all) {
          const start = performance.now();
          await call('artifact_ingest', document);
          each.push(performance.now() - start);
        }
        return each;
      };
      /** Other calls alone; a fresh process is slower for its first thousand calls. */
      const alone = async (ms: number) => {
        const over = new AbortController();
        const calls = others(over.signal);
        await delay(ms);
        over.abort();
        await calls.done;
        return calls;
      };
      await alone(6000);
      const before = await alone(6000);

      const busy = new AbortController();
      const during = others(busy.signal);
      const begun = performance.now();
      const took = await ingest(documents);
      const ingested = performance.now();
      const whileIngesting = during.took.slice();
      await drained(sql);
      const ended = performance.now();
      busy.abort();
      await during.done;

      // The queue alone: all jobs again, without other load.
      await sql`update event_jobs set status = 'PENDING', next_run_at = now()`;
      const again = performance.now();
      await drained(sql);
      const queue = performance.now() - again;
      const [{ events = 0 } = {}] = await sql<
        { events: number }[]
      >`select count(*)::int as events from semantic_events`;
      const undisturbed = await ingest(Array.from({ length: 200 }, (_, i) => documentOf(count + i + 1)));

      table(`${count} documents of ${Math.round(textOf(1).length / 1024)} KB`, [
        { what: 'artifact_ingest p50 ms, beside other calls', value: rounded(quantile(took, 0.5)) },
        { what: 'artifact_ingest p95 ms, beside other calls', value: rounded(p95(took)) },
        { what: 'artifact_ingest p95 ms, alone', value: rounded(p95(undisturbed)) },
        { what: 'ingested a second, one caller', value: Math.round(count / ((ingested - begun) / 1000)) },
        { what: 'last event after the last ingest, s', value: rounded((ended - ingested) / 1000) },
        { what: 'jobs a second, queue alone', value: Math.round((count + 20) / (queue / 1000)) },
        { what: 'events', value: events },
        { what: 'other calls p95 ms before', value: rounded(p95(before.took)) },
        { what: 'other calls p95 ms during', value: rounded(p95(during.took)) },
        { what: 'during / before', value: rounded(p95(during.took) / p95(before.took)) },
        { what: 'while ingesting / before', value: rounded(p95(whileIngesting) / p95(before.took)) },
      ]);
    } finally {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await sql.end();
      await lake.end();
    }
  },
};

async function drained(sql: postgres.Sql): Promise<void> {
  for (;;) {
    const [row] = await sql<{ left: number }[]>`
      select count(*)::int as left from event_jobs where status in ('PENDING', 'PROCESSING')`;
    if (row?.left === 0) return;
    await delay(50);
  }
}
