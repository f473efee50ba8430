import { basename, dirname } from 'node:path';
import type { Run, RunResult } from '../../handlers/fiedler/domain/run-summary.ts';
import storeFiedlerResult from '../../handlers/fiedler/store-fiedler-result.ts';
import { field } from '../capture/messages/captured.ts';
import { problemOf } from '../capture/transcripts/find-files.ts';
import { Refusal, sentenceOf } from '../client/refusal.ts';
import { askWithTimeout } from '../client/remote.ts';
import type { Config } from '../config/env.ts';
import type { FoundRun } from './find-runs.ts';
import { openGateway } from './gateway/open-gateway.ts';
import { outputOf } from './run-output.ts';
import type { RunReport } from './run-report.ts';

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
