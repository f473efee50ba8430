import { open, readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type Run, type RunResult, readRun } from '../../handlers/fiedler/domain/run-summary.ts';
import storeFiedlerResult from '../../handlers/fiedler/store-fiedler-result.ts';
import { field } from '../capture/messages/captured.ts';
import { type FoundFile, problemOf } from '../capture/transcripts/find-files.ts';
import { Refusal, sentenceOf } from '../client/refusal.ts';
import { askWithTimeout } from '../client/remote.ts';
import type { Config } from '../config/env.ts';
import { openGateway } from './gateway/open-gateway.ts';
import { outputOf } from './run-output.ts';

/** The result of importing summaries of orchestration runs. */
export type RunReport = {
  files: number;
  runs: number;
  /** Answers of models: the sum of the next four, and of the failures. */
  results: number;
  stored: number;
  /** Were there, and lacked something. */
  completed: number;
  known: number;
  deleted: number;
  failed: { path: string; problem: string }[];
  dryRun: boolean;
};

/** A summary and its file. */
export type FoundRun = { path: string; run: Run };

const mostBytes = 20_000_000;
/** A summary opens with what it is; other JSON, such as an export of a chat program, is not read as a whole. */
const headBytes = 65_536;
const opening = /"(?:correlation_?id|run_?id|results|responses|answers|outputs)"/i;

/** The summaries of runs among these files: by their content, and in folders by their name, too. */
export async function runsIn(found: readonly FoundFile[]): Promise<FoundRun[]> {
  const runs: FoundRun[] = [];
  for (const item of found) {
    if (!('bytes' in item) || item.bytes > mostBytes) continue;
    const mayBe = item.named ? /\.json$/i.test(item.path) : basename(item.path) === 'summary.json';
    const run = mayBe ? await runAt(item.path) : undefined;
    if (run) runs.push({ path: item.path, run });
  }
  return runs;
}

async function runAt(path: string): Promise<Run | undefined> {
  try {
    const isLikely = opening.test(await headOf(path));
    return isLikely ? readRun(JSON.parse(await readFile(path, 'utf8'))) : undefined;
  } catch {
    return undefined; // what it is instead, or why it cannot be read, is told when it is imported
  }
}

async function headOf(path: string): Promise<string> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Stores the answers of runs with the tool for them. What is there already is completed, and what was deleted stays so. */
export async function importRuns(
  config: Config,
  found: readonly FoundRun[],
  { dryRun = false, signal }: { dryRun?: boolean; signal?: AbortSignal },
): Promise<RunReport> {
  const counts = { files: 0, runs: 0, results: 0, stored: 0, completed: 0, known: 0, deleted: 0 };
  const report: RunReport = { ...counts, failed: [], dryRun };
  const gateway = dryRun ? undefined : await openGateway(config, 'dewey import');
  try {
    for (const { path, run } of found) {
      if (signal?.aborted) break;
      report.files += 1;
      report.runs += 1;
      for (const result of run.results) {
        report.results += 1;
        try {
          const input = await inputOf(path, run, result);
          const answer =
            gateway && (await askWithTimeout(gateway, `/tools/${storeFiedlerResult.name}`, input));
          report[outcomeOf(answer)] += 1;
        } catch (error) {
          if (error instanceof Refusal && isOfDeleted(error)) report.deleted += 1;
          else if (error instanceof Refusal && !itsOwn.has(error.kind)) throw error;
          else
            report.failed.push({
              path,
              problem: `${result.model}: ${error instanceof Refusal ? sentenceOf(error.body) : problemOf(error)}`,
            });
        }
      }
    }
  } finally {
    await gateway?.close();
  }
  return report;
}

const isOfDeleted = ({ body }: Refusal): boolean =>
  field(field(field(body, 'error'), 'data'), 'problem') === 'deleted';

/** Kinds of refusal that concern one result, and not the import. */
const itsOwn = new Set(['invalid_input', 'conflict', 'too_large']);

const outcomeOf = (answer: unknown): 'stored' | 'completed' | 'known' => {
  if (typeof answer !== 'object' || answer === null || !('duplicate' in answer)) return 'stored';
  return 'completed' in answer ? 'completed' : 'known';
};

async function inputOf(path: string, run: Run, result: RunResult): Promise<object> {
  const output = result.output ?? (await outputOf(path, result));
  return {
    correlation_id: run.correlationId ?? basename(dirname(path)),
    model: result.model,
    external_id: result.externalId,
    status: result.status,
    prompt: run.prompt,
    output,
    tokens_prompt: result.tokensPrompt,
    tokens_completion: result.tokensCompletion,
    duration_seconds: result.durationSeconds,
    error_message: result.error,
    created_at: run.at,
  };
}

/** The report as text. */
export function runSummary(report: RunReport): string {
  const { runs, results, stored, completed, known, deleted, failed, dryRun } = report;
  const about = `${runs} ${runs === 1 ? 'run' : 'runs'} of models, ${results} answers: `;
  const became = dryRun
    ? `would store ${stored}, including those already there`
    : `stored ${stored}, completed ${completed}, already stored ${known}` +
      (deleted > 0 ? `, left deleted ${deleted}` : '');
  return [`${about}${became}`, ...failed.map(({ path, problem }) => `failed: ${path}: ${problem}`)]
    .map((line) => `${line}\n`)
    .join('');
}
