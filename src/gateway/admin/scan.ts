import * as z from 'zod';
import { tool } from '../../handlers/tool/tool.ts';
import { scanLake } from '../redaction/stored/scan.ts';
import { isTablePlace } from '../redaction/stored/tables.ts';

/** A large lake is scanned in several calls, so that none of them takes long. */
const atOnceMs = 2000;

/** Used by `dewey scan`; not in the catalog. */
export const scanTool = tool({
  name: 'scan_messages',
  title: 'Scan for secrets',
  description: 'Scan everything stored for secrets, a part of it per call, and optionally remove them.',
  effect: 'delete',
  input: z.strictObject({
    after: z
      .union([z.uuid(), z.string().refine(isTablePlace, 'must be "next" of the previous call')])
      .optional()
      .describe('next of the previous call; starts at the first message when omitted'),
    remove: z.boolean().default(false).describe('Remove the secrets found'),
  }),
  output: z.object({
    messages: z.int().describe('Messages scanned'),
    found: z.int().describe('Messages and other rows with secrets'),
    removed: z.int().describe('Messages and rows that were cleaned'),
    kinds: z.record(z.string(), z.int()).describe('Findings by kind'),
    places: z
      .array(
        z.object({
          conversation_id: z.string().describe('The conversation'),
          turn: z.int().describe('The message'),
          kinds: z.array(z.string()).describe('Kinds of secrets found in it'),
        }),
      )
      .describe('The first hundred messages with findings'),
    rows: z.int().describe('Rows of other tables scanned'),
    unreadable: z.int().describe('Rows of them with damaged packed data, not scanned in full'),
    columns: z
      .record(z.string(), z.record(z.string(), z.int()))
      .describe('Findings in other tables: table.column, then counts by kind'),
    next: z.string().nullable().describe('Where to continue; null when the scan is complete'),
  }),
  async run({ after, remove }, { db }) {
    const { report, next } = await scanLake(db.sql, after, { remove, ms: atOnceMs });
    return { ...report, next };
  },
});
