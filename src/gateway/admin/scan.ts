import * as z from 'zod';
import { tool } from '../../handlers/tool.ts';
import { scanMessages } from '../capture/scan.ts';

/** The rest of a large lake is looked at in further calls, so that none of them takes long. */
const atOnceMs = 2000;

/** For people, by `dewey scan`; not in the catalog. */
export const scanTool = tool({
  name: 'scan_messages',
  title: 'Look for secrets',
  description:
    'Look for secrets in stored messages, a part of them a call, and take them out if that is wanted.',
  effect: 'delete',
  input: z.strictObject({
    after: z.uuid().optional().describe('next of the call before; from the first message without it'),
    remove: z.boolean().default(false).describe('Take them out'),
  }),
  output: z.object({
    messages: z.int().describe('Messages looked at'),
    found: z.int().describe('Messages that hold secrets'),
    removed: z.int().describe('Messages that hold none any more'),
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
    next: z.string().nullable().describe('Where to go on; null when that was all'),
  }),
  async run({ after, remove }, { db }) {
    const { report, next } = await scanMessages(db.sql, after, { remove, ms: atOnceMs });
    return { ...report, next };
  },
});
