import * as z from 'zod';
import type { CaptureSource } from '../../../db/capture/version.ts';
import { roles } from '../../../db/schema/vocabulary.ts';
import { tool } from '../../../handlers/tool/tool.ts';
import { lakeStore } from './store.ts';
import { storedMessages } from './stored.ts';

const metadata = z.record(z.string(), z.unknown()).optional();

const sourceFields = {
  key: z.string().min(1).max(1000).describe('Identity across all sources, such as claude-code:<session id>'),
  sessionId: z.string().max(1000).optional().describe('The session'),
  project: z.string().max(1000).optional().describe('The project'),
  metadata: metadata.describe('Further facts'),
  startedAt: z.string().max(100).optional().describe('Time of its first message'),
  conversationId: z.uuid().optional().describe('Its id in the lake it was exported from'),
  externalId: z.string().max(1000).nullish().describe('Its external id there'),
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
  byText: z.boolean().optional().describe('Can only be matched by its text'),
  role: z.enum(roles).describe('Who wrote it'),
  content: z.string().describe('The text'),
  metadata: z.record(z.string(), z.unknown()).describe('Further facts'),
  createdAt: z.string().max(100).optional().describe('When it was written'),
  fullness: z
    .union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
    .describe('How complete this version is'),
  fragment: z
    .strictObject({
      id: z.string().max(1000).describe('The text it belongs to'),
      index: z.int().min(0).describe('Which part'),
      final: z.boolean().describe('The last one'),
    })
    .optional()
    .describe('For a text that arrives in parts'),
  original: z
    .strictObject({
      id: z.string().max(1000).optional().describe('Its id'),
      turn: z.int().min(1).optional().describe('Its turn'),
    })
    .optional()
    .describe('Its values in the lake it was exported from'),
});

const figure = z.number().optional();
const name = {
  text: z.string().max(1000).describe('The name'),
  order: z.string().max(200).describe('Its order'),
};
const facts = z.strictObject({
  titles: z.array(z.strictObject(name)).max(100).optional().describe('Titles'),
  branches: z.array(z.strictObject(name)).max(100).optional().describe('Branches'),
  titlesOf: z
    .array(z.strictObject({ ...name, messageId: z.string().max(1000).describe('A message') }))
    .max(1000)
    .optional()
    .describe('Titles of the conversations of messages'),
  usage: z
    .array(
      z.strictObject({
        key: z.string().max(1000).describe('Stable within the conversation'),
        model: z.string().max(1000).optional().describe('The model'),
        input: figure.describe('Tokens read, without those of a cache'),
        output: figure.describe('Tokens written'),
        cacheRead: figure.describe('Tokens read from a cache'),
        cacheWrite: figure.describe('Tokens written to a cache'),
        cost: figure.describe('US dollars'),
      }),
    )
    .max(100_000)
    .optional()
    .describe('Tokens and costs'),
});

export const captureOutcome = z.object({
  conversationId: z.string().optional().describe('The conversation'),
  last: z.string().optional().describe('The row the next batch follows'),
  stored: z.int().describe('New messages'),
  completed: z.int().describe('Messages replaced by a more complete version'),
  duplicates: z.int().describe('Messages that were already stored'),
  retracted: z.int().describe('Messages taken back'),
  deleted: z.int().describe('Messages of a deleted conversation, not stored'),
});

export const capturedRows = z.object({
  deleted: z.boolean().describe('A user deleted it'),
  messages: z
    .array(
      z.object({
        id: z.string().describe('Its id within the source'),
        role: z.string().describe('Who wrote it'),
        hash: z.string().describe('MD5 of its text'),
        whole: z.boolean().describe('Stored in its most complete version'),
        expired: z.boolean().describe('Its text was removed by a retention policy'),
      }),
    )
    .describe('Its messages'),
});

/** Stores messages that a command has read on another machine, as {@link lakeStore} does locally. */
export const storeCaptured = tool({
  name: 'store_captured',
  title: 'Store captured messages',
  description: 'Store messages of one conversation that a command read from a transcript or an export.',
  effect: 'add',
  toolset: 'conversations',
  // The reader has already removed secrets, and compares its texts with the stored ones.
  verbatim: true,
  input: z.strictObject({
    source: source.describe('The conversation of the messages'),
    versions: z.array(version).max(100_000).describe('The messages, in order'),
    retracted: z.array(z.string().max(1000)).optional().describe('Messages the source took back'),
    ordered: z.boolean().describe('The order is the order of the source'),
    after: z.string().max(1000).optional().describe('The row before the first one'),
    settled: z.boolean().optional().describe('Everything before this is complete'),
    raw: z
      .strictObject({
        fingerprint: z.string().max(200).describe('The file'),
        start: z.int().min(0).describe('First byte'),
        end: z.int().min(0).describe('Offset after the last byte'),
        lines: z.int().min(0).describe('Lines'),
        data: z.base64().describe('The lines, compressed with gzip'),
      })
      .optional()
      .describe('The original lines, without secrets'),
    facts: facts.optional().describe('What the source says about the conversation'),
    revive: z.boolean().optional().describe('Restore a deleted conversation'),
  }),
  output: captureOutcome,
  run: ({ raw, ...batch }, { db, newId, search }) =>
    lakeStore(db.sql, newId, 'removed', search).put({
      ...batch,
      raw: raw && { ...raw, data: Buffer.from(raw.data, 'base64') },
    }),
});

/** Lists the stored messages of a conversation, so that a remote command can compare them with its transcript. */
export const readCapturedRows = tool({
  name: 'read_captured',
  title: 'Read the stored messages of a conversation',
  description: 'The messages of a captured conversation with their hashes, in order.',
  effect: 'read',
  toolset: 'conversations',
  input: z.strictObject({ source: source.describe('The conversation') }),
  output: capturedRows,
  async run({ source }, { db }) {
    const messages = await storedMessages(db.sql)(source);
    return messages === 'deleted' ? { deleted: true, messages: [] } : { deleted: false, messages };
  },
});
