import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import * as z from 'zod';
import { isRowError, readRow } from '../../handlers/experience/domain/export-format.ts';
import importData from '../../handlers/experience/import-data.ts';
import { validReasoning } from '../../handlers/experience/import-reasoning.ts';
import { validWorkflow } from '../../handlers/experience/import-workflow.ts';
import { readOriginal } from '../../handlers/experience/original-database.ts';
import { problemOf } from '../capture/transcripts/find-files.ts';
import { originalTables } from '../capture/transcripts/formats/index.ts';
import { fromStore } from '../capture/transcripts/sqlite/open-store.ts';
import { tablesLeft } from '../capture/transcripts/sqlite/tables-left.ts';
import { Refusal, sentenceOf } from '../client/refusal.ts';
import { askWithTimeout, remoteOf } from '../client/remote.ts';
import type { Config } from '../config/env.ts';
import { openGateway } from './gateway/open-gateway.ts';
import type { OriginalReport } from './original-report.ts';

const count = z.number().default(0);
const told = z.object({
  imported: z.number(),
  duplicates: z.number(),
  reasoning_sessions: count,
  workflow_sessions: count,
  activities: count,
  skipped: z.number(),
  not_stored: z.record(z.string(), z.number()).default({}),
});

const elsewhere =
  'is read where the lake is: unset DEWEY_URL there, or put it into DEWEY_FILES_ROOT of the server and call import_data';

/** Stores databases of the Unified MCP server with the tool for them. */
export async function importOriginals(
  config: Config,
  paths: readonly string[],
  { dryRun = false, signal }: { dryRun?: boolean; signal?: AbortSignal },
): Promise<OriginalReport> {
  const report: OriginalReport = {
    files: 0,
    experiences: 0,
    reasoningSessions: 0,
    workflowSessions: 0,
    activities: 0,
    known: 0,
    notStored: {},
    notes: [],
    failed: [],
    dryRun,
  };
  for (const path of paths) {
    if (signal?.aborted) break;
    try {
      const left = await fromStore(path, (database) => tablesLeft(database, tables));
      if (left !== undefined) report.notes.push(`not read: ${left}`);
      if (dryRun) await addRows(report, path);
      else if (remoteOf(config)) report.failed.push({ path, problem: elsewhere });
      else await addStored(report, config, path);
    } catch (error) {
      if (error instanceof Refusal && error.kind !== 'invalid_input') throw error;
      report.failed.push({
        path,
        problem: error instanceof Refusal ? sentenceOf(error.body) : problemOf(error),
      });
    }
  }
  return report;
}

async function addRows(report: OriginalReport, path: string): Promise<void> {
  const original = await readOriginal(await readFile(path));
  const { experiences, sessions, thoughts, workflows, activities } = original;
  const reasoning = validReasoning(original);
  const workflow = validWorkflow(original);
  const invalid = experiences.filter((row, i) => isRowError(readRow(row, i + 1))).length;
  report.files += 1;
  report.experiences += experiences.length - invalid;
  report.reasoningSessions += reasoning.read.length;
  report.workflowSessions += workflow.read.length;
  report.activities += workflow.read.length + workflow.log.length; // each session leaves a record
  leave(report, {
    experiences: invalid,
    reasoning_sessions: sessions.length - reasoning.read.length,
    reasoning_thoughts: thoughts.length - reasoning.own.length,
    workflow_sessions: workflows.length - workflow.read.length,
    activity_log: activities.length - workflow.log.length,
  });
}

/** Counts rows that are not valid, by table. */
function leave({ notStored }: OriginalReport, counts: Readonly<Record<string, number>>): void {
  for (const [table, rows] of Object.entries(counts))
    if (rows > 0) notStored[table] = (notStored[table] ?? 0) + rows;
}

/** The tables that are read. */
const tables = [...originalTables, 'reasoning_thoughts', 'activity_log'];

async function addStored(report: OriginalReport, config: Config, path: string): Promise<void> {
  // The tool reads files of one folder only.
  const gateway = await openGateway({ ...config, filesRoot: dirname(resolve(path)) }, 'dewey import');
  try {
    const answer = await askWithTimeout(gateway, `/tools/${importData.name}`, {
      source_file: basename(path),
    });
    const { imported, duplicates, skipped, not_stored, ...other } = told.parse(answer);
    report.files += 1;
    report.experiences += imported;
    report.known += duplicates;
    report.reasoningSessions += other.reasoning_sessions;
    report.workflowSessions += other.workflow_sessions;
    report.activities += other.activities;
    // The tool lists the first errors only.
    leave(report, { experiences: skipped - duplicates, ...not_stored });
  } finally {
    await gateway.close();
  }
}
