import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { collections } from '../src/db/collections.ts';
import { textOfDecision } from '../src/db/decisions/collection.ts';
import { connect } from '../src/db/postgres/connect.ts';
import { holdEmbeddedServer } from '../src/db/postgres/embedded/index.ts';
import { migrate } from '../src/db/postgres/migrate.ts';
import type { Embedder } from '../src/db/search/embedder.ts';
import { countEmbeddings } from '../src/db/search/embeddings.ts';
import { createDeps, createLog } from '../src/gateway/deps.ts';
import { localEmbedder } from '../src/gateway/llm/local/embedder.ts';
import { markOptions } from '../src/gateway/llm/local/options.ts';
import captureDecision from '../src/handlers/decisions/capture-decision.ts';
import { domains } from '../src/handlers/decisions/domain/domains.ts';
import { saysNothing } from '../src/handlers/decisions/domain/options/likeness.ts';
import { readDecision, toStored } from '../src/handlers/decisions/options.ts';
import { candidatesFor, similarTo } from '../src/handlers/decisions/similar.ts';
import { embedAll } from './embed-all.ts';

/**
 * Quality of similar decisions on a folder of judged statements: `npx tsx bench/decisions-similar.ts <folder> [-v] [--words]`.
 * With `--words`, without the local model.
 *
 * The folder holds `pool.jsonl` and `queries.jsonl` (`id`, `text`, `alternatives`, `domain`) and `judgments.jsonl` (`query`,
 * `item`, `grade` from 0 to 3, `opposite`). The pool is captured into an embedded PostgreSQL as decisions without outcomes.
 * Prints NDCG@5 with gains of 2^grade − 1 (Järvelin, Kekäläinen, ACM TOIS 20, 2002), and how often the first result is
 * judged opposite. Bars: .85 and 5 %.
 */
const text = z.object({
  id: z.string(),
  text: z.string(),
  alternatives: z.array(z.string()).default([]),
  domain: z.string().optional(),
});
const judgment = z.object({
  query: z.string(),
  item: z.string(),
  grade: z.number(),
  opposite: z.boolean().default(false),
});

const [folder = '', ...flags] = process.argv.slice(2);
const candidatesTo = flags.find((one) => one.startsWith('--candidates='))?.split('=')[1];
const verbose = flags.includes('-v');
const shown = 5;

async function lines<T>(name: string, shape: z.ZodType<T>): Promise<T[]> {
  const content = await readFile(join(folder, name), 'utf8');
  return content
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => shape.parse(JSON.parse(line)));
}

const gains = (grades: readonly number[]): number =>
  grades.slice(0, shown).reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0);

const moduleOf = (domain: string | undefined) => domains.find((one) => one === domain);

/** Embeds each text once, so that a query asked a second time does not wait for the model. */
function remembering(embedder: Embedder): Embedder {
  return {
    ...embedder,
    decisions: embedder.decisions && { ...embedder.decisions, ...once(embedder.decisions) },
    ...once(embedder),
  };
}

function once(embedder: Pick<Embedder, 'embed'>): Pick<Embedder, 'embed'> {
  const known = new Map<string, Float32Array>();
  return {
    async embed(texts, signal) {
      const missing = texts.filter((one) => !known.has(one));
      const made = missing.length === 0 ? [] : await embedder.embed(missing, signal);
      for (const [i, vector] of made.entries()) known.set(missing[i] ?? '', vector);
      return texts.flatMap((one) => known.get(one) ?? []);
    },
  };
}

const short = (vector: Float32Array): number[] => Array.from(vector, (value) => Number(value.toFixed(4)));

async function run(): Promise<void> {
  const [pool, queries, judgments] = await Promise.all([
    lines('pool.jsonl', text),
    lines('queries.jsonl', text),
    lines('judgments.jsonl', judgment),
  ]);
  const directory = await mkdtemp(join(tmpdir(), 'dewey-bench-'));
  const server = await holdEmbeddedServer(directory);
  try {
    await migrate(server.url);
    const db = connect(server.url);
    const embedder = flags.includes('--words') ? undefined : remembering(localEmbedder);
    const deps = createDeps(db, createLog('silent'), { embedder, markOptions: embedder && markOptions });
    const items = new Map<string, string>();
    for (const { id, text: statement, alternatives, domain } of pool) {
      const module = moduleOf(domain);
      const reply = await captureDecision.call(
        {
          statement: statement.slice(0, 500),
          // One is required; a decision without any was chosen over doing nothing.
          alternatives: alternatives.length > 0 ? alternatives : ['do nothing'],
          confidence: 0.7,
          context: module && module !== 'general' ? { module } : {},
        },
        deps,
      );
      if (!reply.ok) throw reply.error;
      items.set(z.object({ decision_id: z.string() }).parse(reply.value).decision_id, id);
    }
    if (embedder) await embedAll(db.sql, embedder);
    const results = [];
    for (const { id, text: statement, alternatives, domain } of queries) {
      const judged = new Map(
        judgments.filter(({ query }) => query === id).map((one) => [one.item, one] as const),
      );
      const asked = {
        statement,
        alternatives,
        options: toStored(await readDecision({ statement, alternatives }, deps)),
        domain: moduleOf(domain) ?? 'general',
        completed: false,
        limit: shown,
      };
      if (embedder) {
        // On a busy machine, a search does not wait for the model and would be measured by words alone.
        const others = alternatives.filter((one) => !saysNothing(one));
        await embedder.decisions?.embed([textOfDecision(statement, others)]);
        await embedder.embed([
          textOfDecision(statement, others),
          ...(others.length > 0 ? [others.join(', ')] : []),
        ]);
      }
      if (candidatesTo !== undefined) {
        const candidates = (await candidatesFor(deps, asked)).map((one) => {
          const { grade = 0, opposite = false } = judged.get(items.get(one.id) ?? '') ?? {};
          const { meaning } = one;
          const question = meaning?.question && {
            ...meaning.question,
            vector: short(meaning.question.vector),
          };
          return {
            ...one,
            meaning: meaning && { ...meaning, vector: short(meaning.vector), question },
            id: items.get(one.id),
            grade,
            opposite,
          };
        });
        const all = [...judged.values()].map(({ grade }) => grade);
        await appendFile(candidatesTo, `${JSON.stringify({ id, ...asked, grades: all, candidates })}\n`);
      }
      const found = await similarTo(deps, asked);
      const ranked = found.map((one) => judged.get(items.get(one.id) ?? ''));
      const best = gains([...judged.values()].map(({ grade }) => grade).sort((a, b) => b - a));
      const ndcg = best === 0 ? 1 : gains(ranked.map((one) => one?.grade ?? 0)) / best;
      results.push({ ndcg, opposite: ranked[0]?.opposite === true });
      if (verbose)
        process.stdout.write(`${id} ${ndcg.toFixed(3)}${ranked[0]?.opposite ? ' opposite first' : ''}\n`);
    }
    const mean = results.reduce((sum, { ndcg }) => sum + ndcg, 0) / results.length;
    const opposite = results.filter((one) => one.opposite).length;
    const stored = embedder ? await countEmbeddings(db.sql, collections, embedder) : undefined;
    if (stored && stored.embedded < stored.documents)
      process.stdout.write(`${stored.documents - stored.embedded} decisions are not embedded.\n`);
    process.stdout.write(
      `${results.length} queries, ${pool.length} decisions: NDCG@${shown} ${mean.toFixed(3)}, opposite in first place ${opposite} of ${results.length}\n`,
    );
    await db.close();
  } finally {
    await server.release();
    await rm(directory, { recursive: true, force: true });
  }
}

await run();
