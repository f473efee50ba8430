import * as z from 'zod';
import { tool } from '../../handlers/tool/tool.ts';
import { rereadLake } from '../capture/transcripts/reread.ts';
import type { Secrets } from '../config/redaction.ts';

/** A large lake is read in several calls, so that none of them takes long. */
const atOnceMs = 2000;

/** Used by `dewey reread`; not in the catalog. */
export const rereadTool = (secrets: Secrets) =>
  tool({
    name: 'reread_transcripts',
    title: 'Read transcripts again',
    description:
      'Read the kept lines of transcripts again, a part per call, for titles, branches, models, tokens and costs.',
    effect: 'add',
    input: z.strictObject({
      after: z
        .uuid()
        .optional()
        .describe('next of the previous call; starts at the first conversation when omitted'),
    }),
    output: z.object({
      conversations: z.int().describe('Conversations read'),
      filled: z.int().describe('Conversations whose lines added anything'),
      lines: z.int().describe('Lines read'),
      bytes: z.int().describe('Bytes of the transcripts they come from'),
      unreadable: z.int().describe('Lines that are not JSON, or at which a reader fails'),
      damaged: z.int().describe('Groups of lines that could not be read at all'),
      places: z
        .array(
          z.object({
            conversation_id: z.string().describe('The conversation'),
            offset: z.int().describe('The byte of the transcript at which the group of lines begins'),
            line: z.int().nullable().describe('The line within the group; null for the whole group'),
          }),
        )
        .describe('The first hundred of both'),
      total_bytes: z.int().nullable().describe('All bytes to read; null after the first call'),
      next: z.string().nullable().describe('Where to continue; null when all is read'),
    }),
    async run({ after }, { db }) {
      const { report, next } = await rereadLake(db.sql, after, { secrets, ms: atOnceMs });
      return { ...report, next };
    },
  });
