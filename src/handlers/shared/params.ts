import * as z from 'zod';
import { roles } from '../../db/schema/vocabulary.ts';
import { exceedsBytes } from '../tool/text.ts';
import { isObject } from './domain/is-object.ts';

/** Parameters and result fields shared by many tools. */

export const limits = {
  contentBytes: 10_000_000,
  metadataBytes: 256_000,
  bulkMessages: 1000,
  replyCharacters: 80_000,
  leanReplyCharacters: 20_000,
};

const tooLarge = (bytes: number) => ({
  error: `may have at most ${bytes.toLocaleString('en')} bytes`,
  params: { limit: bytes },
});

export const id = (what: string) => z.guid(`must be a UUID: the ${what} id returned by an earlier call`);

export const role = z.enum(roles).describe('Role of the author');

export const content = z
  .string()
  .refine((text) => !exceedsBytes(text, limits.contentBytes), tooLarge(limits.contentBytes));

/** Any JSON object, unchanged: `z.record` would silently drop a key named `__proto__`. */
const anyObject = z.custom<Record<string, unknown>>(isObject, 'must be an object').meta({ type: 'object' });

export const metadata = anyObject
  .refine(
    (value) => !exceedsBytes(JSON.stringify(value), limits.metadataBytes),
    tooLarge(limits.metadataBytes),
  )
  .meta({ type: 'object' });

const name = (most: number) => z.string().min(1).max(most);

export const sessionId = name(500).describe('Session: any text that groups conversations');
/** For tools whose calls count for workflow gates. */
export const gateSession = name(500).optional().describe('Workflow session');
/** A file that a tool reads or writes. */
export const filePath = name(4096);
export const overwrite = z.boolean().default(false).describe('Replace an existing file');
export const project = name(500).describe('Repository or folder');
export const externalId = name(200).describe('Your own id: sent again, it is stored once');

/** Times PostgreSQL accepts: its zones stay below 16 hours, and our text form has years of four digits. */
const isStorableTime = (text: string): boolean => {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999 && !/[+-](1[6-9]|2\d):\d\d$/.test(text);
};

/** An RFC 3339 time with a zone; a date means its beginning in UTC (tool/forgive.ts). */
export const timestamp = z.iso
  .datetime({
    offset: true,
    abort: true,
    error: 'must be a date, or an RFC 3339 timestamp with a zone, such as 2026-02-12T10:30:00Z',
  })
  .refine(isStorableTime, 'must be in the years 0001 to 9999, with a zone within 16 hours of UTC');

/** The largest turn number or offset: PostgreSQL's integer, with room for adding to it. */
export const mostInteger = 2_000_000_000;

export const limit = z.int().min(1).max(100).default(20).describe('Most items');
export const offset = z.int().min(0).max(1_000_000).default(0).describe('Items to skip');

/** How much a search or list returns of each item. */
export const detail = z.enum(['index', 'snippet', 'full']);
export type Detail = z.output<typeof detail>;

/** The default keeps a reply below what clients accept; callers that can take more may raise it. */
export const maxCharacters = z.int().min(1).max(16_000_000).default(limits.replyCharacters);

/** The fields of a stored message wherever one is returned. */
export const storedMetadata = anyObject.nullable();
export const nullableText = z.string().nullable();
