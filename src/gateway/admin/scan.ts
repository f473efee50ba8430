import * as z from 'zod';
import { tool } from '../../handlers/tool/tool.ts';
import { scanLake } from '../redaction/stored/scan.ts';
import { isTablePlace } from '../redaction/stored/tables.ts';

/** The rest of a large lake is looked at in further calls, so that none of them takes long. */
const atOnceMs = 2000;

/** For people, by `dewey scan`; not in the catalog. */
export const scanTool = tool({
  name: 'scan_messages',
  title: 'Look for secrets',
  description:
    'Look for secrets in everything that is stored, a part of it a call, and take them out if that is wanted.',
  effect: 'delete',
  input: z.strictObject({
    after: z
      .union([z.uuid(), z.string().refine(isTablePlace, 'must be next of the call before')])
      .optional()
      .describe('next of the call before; from the first message without it'),
    remove: z.boolean().default(false).describe('Take them out'),
  }),
  output: z.object({
    messages: z.int().describe('Messages looked at'),
    found: z.int().describe('Messages and other rows that hold secrets'),
    removed: z.int().describe('Those that hold none any more'),
    kinds: z.record(z.string(), z.int()).describe('What was found, by kind'),
    places: z
      .array(
        z.object({
          conversation_id: z.string().describe('The conversation'),
          turn: z.int().describe('The message'),
          kinds: z.array(z.string()).describe('What it holds'),
        }),
      )
      .describe('Where, the first hundred'),
    rows: z.int().describe('Rows of other tables looked at'),
    columns: z
      .record(z.string(), z.record(z.string(), z.int()))
      .describe('What was found in other tables: table.column, then how often by kind'),
    next: z.string().nullable().describe('Where to go on; null when that was all'),
  }),
  async run({ after, remove }, { db }) {
    const { report, next } = await scanLake(db.sql, after, { remove, ms: atOnceMs });
    return { ...report, next };
  },
});
