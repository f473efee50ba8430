import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { ToolError } from '../../handlers/tool/errors.ts';
import { cut } from '../../handlers/tool/text.ts';
import { tool } from '../../handlers/tool/tool.ts';
import { rejectedDecisions, requeueDecisions } from '../calls/decision-files.ts';
import { measureSpool } from '../capture/spool/append.ts';
import { requeueKept } from '../capture/spool/balance.ts';
import { type Letter, letterIds, readLetter, removeLetter } from '../capture/spool/letters.ts';
import { retryLetter } from '../capture/spool/retry.ts';
import { spoolFolder } from '../capture/spool/segment.ts';
import { storeRecords } from '../capture/store-records.ts';
import { verifySpool } from '../capture/verify-spool.ts';
import type { Secrets } from '../config/redaction.ts';
import { clean } from '../redaction/index.ts';

const id = z.string().min(1).max(255).describe('The id of the dead letter, from spool_list');

const about = z.object({
  id: z.string().describe('Its id'),
  reason: z.enum(['damaged', 'refused', 'apart', 'unknown']).describe('Why it was set aside'),
  code: z.string().optional().describe('SQLSTATE or error code of the failure'),
  error: z.string().optional().describe('The error message'),
  at: z.string().optional().describe('When it was set aside'),
  attempts: z.int().describe('Attempts so far'),
  bytes: z.int().describe('Size of the record'),
});

const describeLetter = (letter: Letter): z.infer<typeof about> => {
  const { line, ...rest } = letter;
  return { ...rest, bytes: Buffer.byteLength(line) };
};

const mostListed = 1000;
const mostShown = 10_000;

/**
 * Tools for the dead letters of the spool in a data directory.
 *
 * @param secrets what becomes of secrets in records that are stored again.
 */
export function spoolTools(dataDir: string, secrets: Secrets) {
  const folder = spoolFolder(dataDir);
  const decisions = join(folder, 'decisions');

  const list = tool({
    name: 'spool_list',
    title: 'List dead letters',
    description:
      'Records that were acknowledged and could not be stored, with reason, error, time and attempts.',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({
      dead_letters: z.array(about).describe('The thousand oldest'),
      total: z.int().describe('Total number'),
      decisions: z.array(z.string()).describe('Decisions and signals that could not be stored, by file'),
      unaccounted: z.int().describe('Records that are neither stored, waiting, nor dead letters; must be 0'),
    }),
    async run() {
      const ids = await letterIds(folder);
      const letters = await Promise.all(ids.slice(0, mostListed).map((one) => readLetter(folder, one)));
      return {
        dead_letters: letters.flatMap((letter) => (letter ? [describeLetter(letter)] : [])),
        total: ids.length,
        decisions: await rejectedDecisions(decisions),
        unaccounted: existsSync(folder) ? measureSpool(folder).unaccounted : 0,
      };
    },
  });

  const show = tool({
    name: 'spool_show',
    title: 'Show a dead letter',
    description: 'Show a dead letter with the start of its record, without secrets.',
    effect: 'read',
    input: z.strictObject({ id }),
    output: about.extend({ record: z.string().describe('The start of the spool line, without secrets') }),
    async run({ id }) {
      const letter = await readLetter(folder, id);
      if (!letter) throw letterNotFound(id);
      return { ...describeLetter(letter), record: cut(clean(cut(letter.line, mostShown), {}), mostShown) };
    },
  });

  const retry = tool({
    name: 'spool_retry',
    title: 'Retry dead letters',
    description:
      'Try again to store one or all dead letters. Records already stored are recognised by their ids.',
    effect: 'add',
    input: z.strictObject({ id: id.optional(), all: z.boolean().default(false).describe('All of them') }),
    output: z.object({
      stored: z.int().describe('Letters that were stored'),
      failed: z.int().describe('Letters that failed again'),
      requeued: z.int().describe('Segments and decisions queued to be read again'),
    }),
    async run({ id, all }, { db, clock, newId }) {
      if ((id === undefined) === !all)
        throw new ToolError('invalid_input', 'Give one dead letter, or all.', { field: 'id' });
      if (id !== undefined && !(await letterIds(folder)).includes(id)) throw letterNotFound(id);
      const store = (...[records, positions]: Parameters<Parameters<typeof retryLetter>[1]['store']>) =>
        storeRecords(db.sql, newId, records, positions, { secrets });
      const counts = { stored: 0, failed: 0, gone: 0 };
      for (const one of id === undefined ? await letterIds(folder) : [id])
        counts[await retryLetter(one, { folder, store, clock })] += 1;
      const requeued = all ? (await requeueKept(folder)).length + (await requeueDecisions(decisions)) : 0;
      return { stored: counts.stored, failed: counts.failed, requeued };
    },
  });

  const drop = tool({
    name: 'spool_drop',
    title: 'Drop a dead letter',
    description: 'Remove a dead letter permanently, without storing its record.',
    effect: 'delete',
    input: z.strictObject({ id }),
    output: z.object({ dropped: z.boolean().describe('Whether it existed') }),
    run: async ({ id }) => ({ dropped: await removeLetter(folder, id) }),
  });

  const n = (what: string) => z.int().describe(what);
  const verify = tool({
    name: 'spool_verify',
    title: 'Verify the spool',
    description:
      'Check that every record of the spool is waiting, a dead letter, or stored. Changes nothing.',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({
      waiting: n('Records not drained yet'),
      stored: n('Drained records found by their ids'),
      deleted: n('Drained records of deleted conversations'),
      set_aside: n('Drained records that are dead letters'),
      missing: n('Drained records found nowhere; must be 0'),
      unaccounted: n('Unaccounted records in removed segments; must be 0'),
      dead_letters: n('All dead letters'),
      faults: z.array(z.string()).describe('Segment and end of the first hundred missing records'),
    }),
    run: (_, { db }) => verifySpool(db.sql, folder),
  });

  return [list, show, retry, drop, verify];
}

const letterNotFound = (id: string): ToolError =>
  new ToolError('not_found', `No dead letter ${cut(id, 100)}.`, {
    field: 'id',
    received: cut(id, 100),
    suggestion: 'Run "dewey spool list" to see all dead letters.',
  });
