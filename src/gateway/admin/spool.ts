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
import { clean } from '../redaction/index.ts';

const id = z.string().min(1).max(255).describe('The dead letter, as spool_list names it');

const about = z.object({
  id: z.string().describe('The dead letter'),
  reason: z.enum(['damaged', 'refused', 'apart', 'unknown']).describe('Why it is one'),
  code: z.string().optional().describe('SQLSTATE or code of the failure'),
  error: z.string().optional().describe('What the failure said'),
  at: z.string().optional().describe('When it became one'),
  attempts: z.int().describe('Tries so far'),
  bytes: z.int().describe('Length of the record'),
});

const describeLetter = (letter: Letter): z.infer<typeof about> => {
  const { line, ...rest } = letter;
  return { ...rest, bytes: Buffer.byteLength(line) };
};

const mostListed = 1000;
const mostShown = 10_000;

/** What looks after the dead letters of the spool in a data directory. */
export function spoolTools(dataDir: string) {
  const folder = spoolFolder(dataDir);
  const decisions = join(folder, 'decisions');

  const list = tool({
    name: 'spool_list',
    title: 'List dead letters',
    description:
      'What was acknowledged and could not be stored, with the reason, the code, the time and the tries.',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({
      dead_letters: z.array(about).describe('The oldest thousand'),
      total: z.int().describe('How many there are'),
      decisions: z.array(z.string()).describe('Decisions and signals that could not be stored, by file'),
      unaccounted: z.int().describe('Records that are neither stored nor waiting nor here; must be 0'),
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
    description: 'A dead letter with the beginning of its record, without secrets.',
    effect: 'read',
    input: z.strictObject({ id }),
    output: about.extend({ record: z.string().describe('The line of the spool, without secrets, cut') }),
    async run({ id }) {
      const letter = await readLetter(folder, id);
      if (!letter) throw letterNotFound(id);
      return { ...describeLetter(letter), record: cut(clean(cut(letter.line, mostShown), {}), mostShown) };
    },
  });

  const retry = tool({
    name: 'spool_retry',
    title: 'Store dead letters again',
    description: 'Try to store one dead letter or all of them. What is stored already is known by its ids.',
    effect: 'add',
    input: z.strictObject({ id: id.optional(), all: z.boolean().default(false).describe('All of them') }),
    output: z.object({
      stored: z.int().describe('Letters that are stored now'),
      failed: z.int().describe('Letters that failed again'),
      requeued: z.int().describe('Segments and decisions that the gateway reads again'),
    }),
    async run({ id, all }, { db, clock, newId }) {
      if ((id === undefined) === !all)
        throw new ToolError('invalid_input', 'Name one dead letter, or take all of them.', { field: 'id' });
      if (id !== undefined && !(await letterIds(folder)).includes(id)) throw letterNotFound(id);
      const store = (...[records, positions]: Parameters<Parameters<typeof retryLetter>[1]['store']>) =>
        storeRecords(db.sql, newId, records, positions);
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
    description: 'Remove one dead letter for good: what it holds is not stored.',
    effect: 'delete',
    input: z.strictObject({ id }),
    output: z.object({ dropped: z.boolean().describe('It was there') }),
    run: async ({ id }) => ({ dropped: await removeLetter(folder, id) }),
  });

  const n = (what: string) => z.int().describe(what);
  const verify = tool({
    name: 'spool_verify',
    title: 'Verify the spool',
    description:
      'Prove for every record of the spool that it waits, is a dead letter, or is stored. Changes nothing.',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({
      waiting: n('Records that are not drained yet'),
      stored: n('Drained records found by their ids'),
      deleted: n('Drained records of conversations that a user deleted'),
      set_aside: n('Drained records that are dead letters'),
      missing: n('Drained records that are nowhere; must be 0'),
      unaccounted: n('Records of segments that are gone, as the drain counted them; must be 0'),
      dead_letters: n('All dead letters'),
      faults: z.array(z.string()).describe('Segment and end of the first hundred missing records'),
    }),
    run: (_, { db }) => verifySpool(db.sql, folder),
  });

  return [list, show, retry, drop, verify];
}

const letterNotFound = (id: string): ToolError =>
  new ToolError('not_found', `There is no dead letter ${cut(id, 100)}.`, {
    field: 'id',
    received: cut(id, 100),
    suggestion: '"dewey spool list" shows those there are.',
  });
