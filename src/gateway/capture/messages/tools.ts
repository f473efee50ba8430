import * as z from 'zod';
import type { CaptureSource } from '../../../db/capture/version.ts';
import { roles } from '../../../db/schema/vocabulary.ts';
import { tool } from '../../../handlers/tool/tool.ts';
import { lakeStore } from './store.ts';
import { storedMessages } from './stored.ts';

const metadata = z.record(z.string(), z.unknown()).optional();

const sourceFields = {
  key: z.string().min(1).max(1000).describe('Identity across every way in, such as claude-code:<session id>'),
  sessionId: z.string().max(1000).optional().describe('The session'),
  project: z.string().max(1000).optional().describe('The project'),
  metadata: metadata.describe('What else is known of it'),
  startedAt: z.string().max(100).optional().describe('When its first message was said'),
  conversationId: z.uuid().optional().describe('The id it had where it was exported from'),
  externalId: z.string().max(1000).nullish().describe('The external id it had there'),
};
const source: z.ZodType<CaptureSource> = z.strictObject({
  ...sourceFields,
  parent: z
    .lazy(() => source)
    .optional()
    .describe('The conversation that started it'),
});

const version = z.strictObject({
  id: z.string().min(1).max(1000).describe('Stable within the source'),
  keys: z.array(z.string().max(1000)).max(1000).optional().describe('Other names of the same message'),
  byText: z.boolean().optional().describe('Can only be matched by what it says'),
  role: z.enum(roles).describe('Who said it'),
  content: z.string().describe('What was said'),
  metadata: z.record(z.string(), z.unknown()).describe('What else is known of it'),
  createdAt: z.string().max(100).optional().describe('When it was said'),
  fullness: z
    .union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
    .describe('How much this version knows'),
  fragment: z
    .strictObject({
      id: z.string().max(1000).describe('The text it is a part of'),
      index: z.int().min(0).describe('Which part'),
      final: z.boolean().describe('The last one'),
    })
    .optional()
    .describe('Of a text that arrives in parts'),
  original: z
    .strictObject({
      id: z.string().max(1000).optional().describe('Its id'),
      turn: z.int().min(1).optional().describe('Its turn'),
    })
    .optional()
    .describe('What it had where it was exported from'),
});

export const captureOutcome = z.object({
  conversationId: z.string().optional().describe('The conversation'),
  last: z.string().optional().describe('The row the next batch follows'),
  stored: z.int().describe('New messages'),
  completed: z.int().describe('Messages that are known better now'),
  duplicates: z.int().describe('Messages that were there'),
  retracted: z.int().describe('Messages taken back'),
  deleted: z.int().describe('Messages of a conversation that a user deleted'),
});

export const capturedRows = z.object({
  deleted: z.boolean().describe('A user deleted it'),
  messages: z
    .array(
      z.object({
        id: z.string().describe('Its id within the source'),
        role: z.string().describe('Who said it'),
        hash: z.string().describe('MD5 of its text'),
        whole: z.boolean().describe('Known as well as can be'),
        expired: z.boolean().describe('Its text was taken away by a policy'),
      }),
    )
    .describe('Its messages'),
});

/** Stores what a command has read on another machine, as {@link lakeStore} stores it here. */
export const storeCaptured = tool({
  name: 'store_captured',
  title: 'Store captured messages',
  description: 'Store messages of one conversation that a command has read from a transcript or an export.',
  effect: 'add',
  toolset: 'conversations',
  // Whoever read it took the secrets out, and compares what it has with what is stored.
  verbatim: true,
  input: z.strictObject({
    source: source.describe('Whose messages these are'),
    versions: z.array(version).max(100_000).describe('The messages, in their order'),
    retracted: z.array(z.string().max(1000)).optional().describe('Messages the source took back'),
    ordered: z.boolean().describe('The order is that of the source'),
    after: z.string().max(1000).optional().describe('The row before the first one'),
    settled: z.boolean().optional().describe('Everything before this is over'),
    raw: z
      .strictObject({
        fingerprint: z.string().max(200).describe('The file'),
        start: z.int().min(0).describe('First byte'),
        end: z.int().min(0).describe('The byte after the last'),
        lines: z.int().min(0).describe('Lines'),
        data: z.base64().describe('The lines, compressed with gzip'),
      })
      .optional()
      .describe('The lines as they were, without secrets'),
    revive: z.boolean().optional().describe('Bring a deleted conversation back'),
  }),
  output: captureOutcome,
  run: ({ raw, ...batch }, { db, newId }) =>
    lakeStore(db.sql, newId).put({
      ...batch,
      raw: raw && { ...raw, data: Buffer.from(raw.data, 'base64') },
    }),
});

/** Tells what is stored of a conversation, so that a command elsewhere can compare it with its transcript. */
export const readCapturedRows = tool({
  name: 'read_captured',
  title: 'Read what is stored of a conversation',
  description: 'The messages of a captured conversation with their hashes, in their order.',
  effect: 'read',
  toolset: 'conversations',
  input: z.strictObject({ source: source.describe('The conversation') }),
  output: capturedRows,
  async run({ source }, { db }) {
    const messages = await storedMessages(db.sql)(source);
    return messages === 'deleted' ? { deleted: true, messages: [] } : { deleted: false, messages };
  },
});
