import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import * as z from 'zod';
import artifactIngest from '../../handlers/artifacts/artifact-ingest.ts';
import { limits } from '../../handlers/shared/params.ts';
import { exceedsBytes } from '../../handlers/tool/text.ts';
import { type FoundFile, problemOf } from '../capture/transcripts/find-files.ts';
import { Refusal, sentenceOf } from '../client/refusal.ts';
import { askWithTimeout, type Remote } from '../client/remote.ts';
import type { Config } from '../config/env.ts';
import { type FileDocument, NoDocument, readDocument } from '../documents/files.ts';
import type { DocumentReport } from './document-report.ts';
import { openGateway } from './gateway/open-gateway.ts';
import { progressBar } from './terminal/progress.ts';

type Options = { dryRun?: boolean; includeDeleted?: boolean; signal?: AbortSignal };

type Outcome = { ok: boolean; body: unknown };

/** Calls `artifact_ingest`. */
type Ingest = (input: object) => Promise<Outcome>;

/**
 * Imports files as documents: each file is one artifact, and a changed text a new revision. With `DEWEY_URL` set, they
 * are sent to that gateway.
 */
export async function importDocumentFiles(
  config: Config,
  found: readonly FoundFile[],
  options: Options,
): Promise<DocumentReport> {
  if (options.dryRun) return importAll(found, options);
  const gateway = await openGateway(config, 'dewey import');
  try {
    return await importAll(found, options, (input) => ingestBy(gateway, input));
  } finally {
    await gateway.close();
  }
}

async function ingestBy(gateway: Remote, input: object): Promise<Outcome> {
  try {
    return { ok: true, body: await askWithTimeout(gateway, `/tools/${artifactIngest.name}`, input) };
  } catch (error) {
    if (error instanceof Refusal && itsOwn.includes(error.kind)) return { ok: false, body: error.body };
    throw error;
  }
}

/** @param ingest nothing is stored without it. */
async function importAll(
  found: readonly FoundFile[],
  options: Options,
  ingest?: Ingest,
): Promise<DocumentReport> {
  const report: DocumentReport = {
    files: 0,
    new: 0,
    revision: 0,
    unchanged: 0,
    deleted: 0,
    skipped: {},
    skippedFiles: [],
    failed: [],
    dryRun: options.dryRun ?? false,
  };
  const bar = progressBar(found.reduce((sum, item) => sum + ('bytes' in item ? item.bytes : 0), 0));
  for (const item of found) {
    if (options.signal?.aborted) break;
    if ('problem' in item) {
      report.failed.push(item);
      continue;
    }
    try {
      const document = await readDocument(item.path, item.bytes, (await stat(item.path)).mtime);
      report.files += 1;
      if (ingest === undefined && exceedsBytes(document.content, limits.contentBytes))
        throw new NotStored('content: must be at most 10,000,000 bytes');
      report[ingest ? await store(document, options, ingest) : 'new'] += 1;
    } catch (error) {
      // Folders hold other files too; a file named by the user must be readable.
      if (error instanceof NoDocument && !item.named) {
        report.skipped[error.message] = (report.skipped[error.message] ?? 0) + 1;
        report.skippedFiles.push({ path: item.path, problem: error.message });
      } else if (error instanceof NoDocument || isFileProblem(error) || error instanceof NotStored)
        report.failed.push({ path: item.path, problem: problemOf(error) });
      else throw error;
    }
    bar.advance(item.bytes, basename(item.path));
  }
  bar.end();
  return report;
}

class NotStored extends Error {}

const isFileProblem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

const stored = z.object({ status: z.enum(['new', 'revision', 'unchanged']) });
const refused = z.object({
  error: z.object({
    kind: z.string(),
    message: z.string(),
    data: z.object({ reason: z.string().optional() }).optional(),
  }),
});
/** Errors that concern one document; any other error ends the import. */
const itsOwn = ['invalid_input', 'too_large', 'conflict'];

async function store(document: FileDocument, { includeDeleted }: Options, ingest: Ingest) {
  const { ok, body } = await ingest({ ...document, unless_deleted: !includeDeleted });
  if (ok) return stored.parse(body).status;
  const { kind, message, data } = refused.parse(body).error;
  if (data?.reason === 'deleted') return 'deleted';
  throw itsOwn.includes(kind) ? new NotStored(message) : new Error(sentenceOf(body));
}
