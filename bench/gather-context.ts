import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { artifactIdOf } from '../src/db/artifacts/ids.ts';
import { connect } from '../src/db/postgres/connect.ts';
import { holdEmbeddedServer } from '../src/db/postgres/embedded/index.ts';
import { migrate } from '../src/db/postgres/migrate.ts';
import { createDeps, createLog } from '../src/gateway/deps.ts';
import { localEmbedder } from '../src/gateway/llm/local/embedder.ts';
import artifactIngest from '../src/handlers/artifacts/artifact-ingest.ts';
import storeMessagesBulk from '../src/handlers/conversations/store-messages-bulk.ts';
import captureDecision from '../src/handlers/decisions/capture-decision.ts';
import recordExperience from '../src/handlers/experience/record-experience.ts';
import analyzeProblem from '../src/handlers/reasoning/analyze-problem.ts';
import gatherContext from '../src/handlers/reasoning/gather-context.ts';
import { candidatesIn } from '../src/handlers/reasoning/lake-sources.ts';
import { queryVectorOf } from '../src/handlers/shared/query-vector.ts';
import type { Deps } from '../src/handlers/tool/deps.ts';
import type { Tool } from '../src/handlers/tool/tool.ts';
import { embedAll } from './embed-all.ts';

/**
 * What `gather_context` finds for judged problems:
 * `npx tsx bench/gather-context.ts <folder> [-v] [--words] [--candidates=file]`. With `--words`, without the local model.
 * With `--candidates`, writes what it had to choose from, which `scripts/fit-relevance.ts` reads.
 *
 * The folder holds `lake.jsonl` (`id`, `kind`: message, decision, experience, event or document, `date`, `project`, `text`,
 * `outcome`) and `queries.jsonl` (`id`, `problem`, `relevant`, `acceptable`). Items are stored by the tools into an embedded
 * PostgreSQL with their projects, events as notes; each problem is a session of its own. Acceptable items count as if they had not been
 * returned. Bars: precision .85, recall .7, and nothing for problems without relevant items.
 */
const item = z.object({
  id: z.string(),
  kind: z.enum(['message', 'decision', 'experience', 'event', 'document']),
  date: z.string(),
  project: z.string(),
  text: z.string(),
  outcome: z.enum(['success', 'failure']).nullish(),
});
const query = z.object({
  id: z.string(),
  problem: z.string(),
  relevant: z.array(z.string()),
  acceptable: z.array(z.string()).default([]),
});

const [folder = '', ...flags] = process.argv.slice(2);
const print = (line: string) => process.stdout.write(`${line}\n`);

async function lines<T>(name: string, shape: z.ZodType<T>): Promise<T[]> {
  const content = await readFile(join(folder, name), 'utf8');
  return content
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => shape.parse(JSON.parse(line)));
}

async function ask<T>(tool: Tool, input: object, deps: Deps, shape: z.ZodType<T>): Promise<T> {
  const reply = await tool.call(input, deps);
  if (!reply.ok) throw reply.error;
  return shape.parse(reply.value);
}

/** Stores one item by its tool. @returns the id under which it is cited. */
async function put(one: z.output<typeof item>, deps: Deps): Promise<string> {
  const { kind, text, project, date } = one;
  if (kind === 'message') {
    const messages = [{ role: 'user', content: text, created_at: `${date}T12:00:00Z` }];
    const shape = z.object({ message_ids: z.array(z.string()) });
    const { message_ids } = await ask(storeMessagesBulk, { project, messages }, deps, shape);
    return message_ids[0] ?? '';
  }
  if (kind === 'decision') {
    const input = { statement: text.slice(0, 500), alternatives: ['do nothing'], confidence: 0.7, project };
    const shape = z.object({ decision_id: z.string() });
    return (await ask(captureDecision, input, deps, shape)).decision_id;
  }
  if (kind === 'experience') {
    const worked = one.outcome !== 'failure';
    const input = {
      type: worked ? 'effective' : 'ineffective',
      domain: 'Process',
      situation: text,
      approach: text,
      outcome: worked ? 'It worked.' : 'It did not work.',
      reasoning: text,
      project,
    };
    const shape = z.object({ experience_id: z.number() });
    return String((await ask(recordExperience, input, deps, shape)).experience_id);
  }
  const shape = z.object({ artifact_uid: z.string() });
  const input = {
    content: text,
    artifact_type: kind === 'event' ? 'note' : 'doc',
    source_system: 'bench',
    source_id: one.id,
    project,
  };
  return artifactIdOf((await ask(artifactIngest, input, deps, shape)).artifact_uid);
}

async function run(): Promise<void> {
  const [lake, queries] = await Promise.all([lines('lake.jsonl', item), lines('queries.jsonl', query)]);
  const directory = await mkdtemp(join(tmpdir(), 'dewey-bench-'));
  const server = await holdEmbeddedServer(directory);
  try {
    await migrate(server.url);
    const db = connect(server.url);
    const embedder = flags.includes('--words') ? undefined : localEmbedder;
    const deps = createDeps(db, createLog('silent'), { embedder });
    const ids = new Map<string, string>();
    for (const one of lake) ids.set(await put(one, deps), one.id);
    if (embedder) await embedAll(db.sql, embedder);
    const candidates = flags.find((flag) => flag.startsWith('--candidates='))?.split('=')[1];
    if (candidates) {
      const rows: string[] = [];
      for (const { problem, ...one } of queries) {
        const found = await candidatesIn(problem, {}, deps);
        const texts = found.map(({ id, kind, text, title, project, likeness, vector }) => ({
          id: ids.get(id) ?? id,
          ...{ kind, text: kind === 'artifact' ? `${title}\n${text}` : text, project, likeness },
          vector: [...(vector ?? [])].map((value) => Number(value.toFixed(5))),
        }));
        const { queryVector } = await queryVectorOf(problem, deps);
        const vector = [...(queryVector?.vector ?? [])].map((value) => Number(value.toFixed(5)));
        rows.push(JSON.stringify({ ...one, problem, vector, texts }));
      }
      await writeFile(candidates, `${rows.join('\n')}\n`);
    }
    const figures: { known: number; found: number; right: number; tokens: number }[] = [];
    for (const { id, problem, relevant, acceptable } of queries) {
      const shape = z.object({ citations: z.array(z.object({ id: z.string() })), token_count: z.number() });
      await ask(analyzeProblem, { problem, session_id: id }, deps, z.unknown());
      const { citations, token_count } = await ask(gatherContext, { session_id: id }, deps, shape);
      const found = citations
        .map((one) => ids.get(one.id) ?? `unknown ${one.id}`)
        .filter((one) => !acceptable.includes(one));
      const right = found.filter((one) => relevant.includes(one)).length;
      figures.push({ known: relevant.length, found: found.length, right, tokens: token_count });
      if (flags.includes('-v'))
        print(`${id} relevant ${relevant.length}, found ${found.length}, right ${right}: ${found.join(' ')}`);
    }
    const known = figures.filter(({ known }) => known > 0);
    const sum = (of: (one: (typeof figures)[number]) => number) =>
      known.reduce((total, one) => total + of(one), 0);
    const mean = (of: (one: (typeof figures)[number]) => number) => sum(of) / known.length;
    const share = (value: number) => value.toFixed(2);
    const quiet = figures.filter((one) => one.known === 0);
    print(`${lake.length} items, ${known.length} problems with relevant items`);
    print(
      `all together: precision ${share(sum((f) => f.right) / sum((f) => f.found))}, recall ${share(
        sum((f) => f.right) / sum((f) => f.known),
      )}`,
    );
    print(
      `mean of the problems: precision ${share(mean((f) => (f.found === 0 ? 0 : f.right / f.found)))}, recall ${share(
        mean((f) => f.right / f.known),
      )}`,
    );
    print(
      `unknown topics with nothing found: ${quiet.filter((one) => one.found === 0).length} of ${quiet.length}`,
    );
    print(`most tokens: ${Math.max(...figures.map((one) => one.tokens))}`);
    await db.close();
  } finally {
    await server.release();
    await rm(directory, { recursive: true, force: true });
  }
}

await run();
