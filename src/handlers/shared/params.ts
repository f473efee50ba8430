import * as z from 'zod';
import { roles } from '../../db/schema/vocabulary.ts';
import { exceedsBytes } from '../tool/text.ts';

/** Parameters and result fields that many tools share. */

export const limits = {
  contentBytes: 10_000_000,
  metadataBytes: 256_000,
  bulkMessages: 1000,
  replyCharacters: 80_000,
};

const tooLarge = (bytes: number) => ({
  error: `may have at most ${bytes.toLocaleString('en')} bytes`,
  params: { limit: bytes },
});

export const id = (what: string) => z.guid(`must be a UUID: the ${what} as an earlier call returned it`);

export const role = z.enum(roles).describe('Who speaks');

export const content = z
  .string()
  .refine((text) => !exceedsBytes(text, limits.contentBytes), tooLarge(limits.contentBytes));

/** Any JSON object, as it came: `z.record` would drop a key named `__proto__` without a word. */
const anyObject = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an object',
  )
  .meta({ type: 'object' });

export const metadata = anyObject
  .refine(
    (value) => !exceedsBytes(JSON.stringify(value), limits.metadataBytes),
    tooLarge(limits.metadataBytes),
  )
  .meta({ type: 'object' });

const name = (most: number) => z.string().min(1).max(most);

export const sessionId = name(500).describe('The session: any text that groups conversations');
/** On tools whose calls workflow gates count. */
export const gateSession = name(500)
  .optional()
  .describe('Your workflow session: the call counts for its gates');
/** A file that a tool reads or writes. */
export const filePath = name(4096);
export const overwrite = z.boolean().default(false).describe('Replace the file if there is one already');
export const project = name(500).describe('The project it belongs to, such as a repository or folder');
export const externalId = name(200).describe(
  'An id of your own; sending the same thing again with it stores nothing and returns the first result',
);

/** What PostgreSQL takes: it refuses a zone of 16 hours and more, and a text of ours has years of four digits. */
const isStorableTime = (text: string): boolean => {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999 && !/[+-](1[6-9]|2\d):\d\d$/.test(text);
};

/** RFC 3339 with a zone. */
export const timestamp = z.iso
  .datetime({
    offset: true,
    abort: true,
    error: 'must be an RFC 3339 timestamp with a zone, such as 2026-02-12T10:30:00Z',
  })
  .refine(isStorableTime, 'must lie in the years 0001 to 9999, its zone within 16 hours of UTC');

/** The largest whole number a place may have: PostgreSQL's integer, with room for adding to it. */
export const mostInteger = 2_000_000_000;

export const limit = z.int().min(1).max(100).default(20).describe('Most items to return, 1 to 100');
export const offset = z.int().min(0).max(1_000_000).default(0).describe('How many items to skip');

/** The default keeps a reply below what clients accept; whoever can take more asks for it. */
export const maxCharacters = z.int().min(1).max(16_000_000).default(limits.replyCharacters);

/** What a stored message looks like wherever one is returned. */
export const storedMetadata = anyObject.nullable();
export const nullableText = z.string().nullable();
