import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decisions } from '../src/db/decisions/collection.ts';
import { connect, type Database } from '../src/db/postgres/connect.ts';
import { holdEmbeddedServer } from '../src/db/postgres/embedded/index.ts';
import { migrate } from '../src/db/postgres/migrate.ts';
import { flush, flushSize } from '../src/db/search/index/flush.ts';
import { merge } from '../src/db/search/index/merge.ts';
import { createDeps, createLog } from '../src/gateway/deps.ts';
import { dangerByMeaning } from '../src/gateway/llm/local/danger.ts';
import { refreshCalibration } from '../src/handlers/decisions/calibrations.ts';
import captureDecision from '../src/handlers/decisions/capture-decision.ts';
import { domains, modules } from '../src/handlers/decisions/domain/domains.ts';
import getAllCalibrations from '../src/handlers/decisions/get-all-calibrations.ts';
import getDecision from '../src/handlers/decisions/get-decision.ts';
import getDecisionContext from '../src/handlers/decisions/get-decision-context.ts';
import getWarnings from '../src/handlers/decisions/get-warnings.ts';
import { getSimilarDecisions } from '../src/handlers/decisions/graph-tools.ts';
import { learnTopic } from '../src/handlers/decisions/learn.ts';
import { readUnread } from '../src/handlers/decisions/options.ts';
import recordOutcome from '../src/handlers/decisions/record-outcome.ts';
import type { Deps } from '../src/handlers/tool/deps.ts';
import type { Tool } from '../src/handlers/tool/tool.ts';

/**
 * Latency of the queries made while deciding, on an embedded PostgreSQL with this many decisions, six in ten of them
 * completed: `npx tsx bench/decisions.ts [10000 100000]`. Prints p50, p95 and the bar in milliseconds.
 * Warnings read the meaning of the statement; the decisions are not embedded.
 */
const sizes = process.argv.slice(2).map(Number);
const rounds = 200;

const things =
  'PostgreSQL MongoDB SQLite MySQL Redis Kafka RabbitMQ NATS GraphQL REST gRPC OAuth SAML JWT Passkeys React Vue Svelte Angular Tailwind Terraform Kubernetes Nomad Docker Lambda Workers Nginx Envoy Caddy Prometheus Grafana OpenTelemetry Elasticsearch OpenSearch Typesense S3 MinIO Stripe Temporal Airflow Spark DuckDB ClickHouse Cassandra DynamoDB Neo4j Prisma Drizzle Hono Fastify'.split(
    ' ',
  );
const jobs =
  'user orders sessions analytics billing search notifications uploads reports inventory catalogue checkout invoices audit metrics logs cache queue pricing shipping messages comments profiles permissions tokens webhooks exports imports backups previews recommendations subscriptions payments translations calendars contracts events sensors maps photos'.split(
    ' ',
  );
const places =
  'storage service layer pipeline endpoint worker cluster gateway dashboard form page schema table stream scheduler proxy client library module job'.split(
    ' ',
  );
const ways =
  'nightly regional shared dedicated encrypted compressed versioned replicated partitioned sharded batched streamed incremental lazy eager signed public internal experimental managed'.split(
    ' ',
  );
const pick = (list: readonly string[], n: number): string => list[n % list.length] ?? '';

/** A deterministic pseudo-random number for a seed. */
const spread = (seed: number): number => (Math.imul(seed ^ (seed >>> 15), 2_246_822_519) >>> 3) ^ (seed * 7);

function statementOf(i: number): string {
  const n = Math.abs(spread(i + 1));
  return `Use ${pick(things, n)} for the ${pick(ways, n >> 3)} ${pick(jobs, n >> 7)} ${pick(places, n >> 11)}`;
}

async function fill(db: Database, count: number, deps: Deps): Promise<void> {
  const batch = 5000;
  for (let from = 0; from < count; from += batch) {
    const ids = Array.from({ length: Math.min(batch, count - from) }, (_, i) => from + i);
    await db.sql`
      insert into decisions (id, statement, alternatives, assumptions, confidence, domain, created_by, context_hash,
        firewall_status, status, concluded, created_at)
      select 'dec_' || n, statement, '{One,Other}', '{}', 0.5 + (n % 50) / 100.0, domain, 'bench', md5(n::text), 'clear',
        case when n % 5 < 3 then 'completed' else 'pending' end, n % 5 < 3, now() - make_interval(secs => ${count} - n)
      from unnest(${ids}::int[], ${ids.map(statementOf)}::text[], ${ids.map((n) => pick(domains, n))}::text[])
        as given (n, statement, domain)`;
  }
  await db.sql`
    insert into decision_outcomes (id, decision_id, domain, confidence, score, final_status, signals, topic, completed_at)
    select 'outcome_' || id, id, domain, confidence, (abs(hashtext(id)) % 11) / 10.0,
      case when abs(hashtext(id)) % 11 >= 5 then 'success' else 'failure' end, '{}', 'topic_' || abs(hashtext(statement)) % 5000,
      created_at
    from decisions where status = 'completed'`;
  await db.sql`
    insert into lessons (id, outcome_id, decision_id, position, lesson)
    select 'les_' || decision_id, id, decision_id, 1, 'Measure before and after' from decision_outcomes
    where score > 0.7`;
  await db.sql.begin((tx) => readUnread(tx));
  await db.sql`analyze`;
  for (const domain of domains) await db.sql.begin((tx) => refreshCalibration(tx, domain));
  // Enough learned topics for non-empty tables of skills and antipatterns.
  const topics = await db.sql<{ domain: string; topic: string }[]>`
    select domain, topic from decision_outcomes group by 1, 2 having count(*) >= 3 order by 1, 2 limit 1000`;
  for (const { domain, topic } of topics) await db.sql.begin((tx) => learnTopic(tx, domain, topic, deps));
  await db.sql`vacuum analyze`;
}

type Question = { name: string; bar: boolean; ask(i: number): [Tool, object] };

const statement = (i: number) => statementOf(i * 7919 + 13);
const questions: Question[] = [
  {
    name: 'context',
    bar: true,
    ask: (i) => [getDecisionContext, { statement: statement(i), module: pick(modules, i), confidence: 0.8 }],
  },
  {
    name: 'context (full)',
    bar: false,
    ask: (i) => [getDecisionContext, { statement: statement(i), module: pick(modules, i), depth: 'full' }],
  },
  {
    name: 'warnings',
    bar: true,
    ask: (i) => [getWarnings, { statement: statement(i), module: pick(modules, i), confidence: 0.9 }],
  },
  {
    name: 'similar',
    bar: true,
    ask: (i) => [getSimilarDecisions, { decision_id: `dec_${(i * 7919) % 10_000}` }],
  },
  {
    name: 'get_decision',
    bar: false,
    ask: (i) => [getDecision, { decision_id: `dec_${(i * 7919) % 10_000}` }],
  },
  { name: 'calibrations', bar: true, ask: () => [getAllCalibrations, {}] },
  {
    name: 'capture',
    bar: false,
    ask: (i) => [
      captureDecision,
      {
        statement: statement(i),
        alternatives: ['One', 'Other'],
        confidence: 0.7,
        context: { module: pick(modules, i) },
      },
    ],
  },
  {
    name: 'outcome',
    bar: false,
    ask: (i) => [
      recordOutcome,
      { decision_id: `dec_${i * 5 + 3}`, final_status: 'success', final_score: 0.9 },
    ],
  },
];

async function measure(
  { name, ask }: Question,
  deps: Deps,
): Promise<{ name: string; p50: number; p95: number }> {
  const times: number[] = [];
  for (let i = 0; i < rounds; i += 1) {
    const [tool, input] = ask(i);
    const begun = performance.now();
    const reply = await tool.call(input, deps);
    if (!reply.ok) throw reply.error;
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10;
  return { name, p50: at(0.5), p95: at(0.95) };
}

async function run(count: number): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'dewey-bench-'));
  const server = await holdEmbeddedServer(directory);
  try {
    await migrate(server.url);
    const db = connect(server.url);
    const deps = createDeps(db, createLog('silent'), { dangerByMeaning });
    await fill(db, count, deps);
    while (await flush(db.sql, decisions, 'english', flushSize))
      while (await merge(db.sql, decisions.collectionId));
    const bar = count <= 10_000 ? 50 : 150;
    process.stdout.write(`${count} decisions\n`);
    for (const question of questions) {
      const { name, p50, p95 } = await measure(question, deps);
      process.stdout.write(
        `  ${name.padEnd(24)} p50 ${String(p50).padStart(7)}  p95 ${String(p95).padStart(7)}${question.bar ? `  bar ${bar}` : ''}\n`,
      );
    }
    await db.close();
  } finally {
    await server.release();
    await rm(directory, { recursive: true, force: true });
  }
}

for (const count of sizes.length > 0 ? sizes : [10_000, 100_000]) await run(count);
