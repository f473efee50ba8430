import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as z from 'zod';
import { rawData, rawGroups, rawOwner } from '../../../db/capture/raw.ts';
import type { Sql } from '../../../db/postgres/connect.ts';
import * as p from '../../../handlers/shared/params.ts';
import { noConversation } from '../../../handlers/tool/not-found.ts';
import { scopeToConversation } from '../../../handlers/tool/project-scope.ts';
import { tool } from '../../../handlers/tool/tool.ts';

const unpack = promisify(gunzip);

/** A group is one reading of a file; far larger ones were not made by a reader. */
const mostGroupBytes = 128 * 1024 * 1024;
/** Characters of one line, and of all lines of a reply. */
const lineCharacters = 20_000;
const replyCharacters = 200_000;

const line = z.object({
  number: z.int().describe('Position among the lines of the conversation, from 1'),
  text: z.string().optional().describe('The line, or a part of it'),
  nextOffset: z.int().optional().describe('char_offset of the rest of the line'),
  missing: z
    .enum(['unreadable', 'other session'])
    .optional()
    .describe('Why there is no text: damaged, or it belongs to another conversation of the same file'),
});
export type RawLine = z.output<typeof line>;

const output = z.object({
  total: z.int().describe('Lines of the conversation'),
  expired: z
    .boolean()
    .describe('True when a retention policy removed texts: lines with these texts are not given'),
  lines: z.array(line).describe('This page'),
  next: z.int().optional().describe('Present when more follow: after for the next page'),
});
export type RawPage = z.output<typeof output>;

/** Lines of transcripts as the agent wrote them, for those who may read the conversation. */
export const rawLinesTool = tool({
  name: 'viewer_raw_lines',
  title: 'Read raw lines',
  description: 'The lines of the transcript that a conversation was captured from, without secrets.',
  effect: 'read',
  toolset: 'conversations',
  projectScope: scopeToConversation,
  input: z.strictObject({
    conversation_id: p.id('conversation').describe('The conversation'),
    after: z.int().min(0).max(p.mostInteger).default(0).describe('Lines to skip'),
    limit: z.int().min(1).max(200).default(100).describe('Maximum number of lines'),
    char_offset: z.int().min(0).max(p.mostInteger).default(0).describe('Where to start in the first line'),
  }),
  output,
  async run({ conversation_id: id, after, limit, char_offset }, { db }) {
    const owner = await rawOwner(db.sql, id);
    if (!owner) throw noConversation(id);
    const groups = await rawGroups(db.sql, id);
    const end = groups.at(-1);
    const total = end ? end.before + end.lines : 0;
    // The texts that a policy removed still stand in the lines until they are purged.
    if (owner.expired) return { total, expired: true, lines: [] };
    const lines: RawLine[] = [];
    let left = replyCharacters;
    for await (const { number, text } of readFrom(db.sql, id, groups, after)) {
      if (lines.length === limit || (left <= 0 && lines.length > 0))
        return { total, expired: false, lines, next: number - 1 };
      if (text === undefined) lines.push({ number, missing: 'unreadable' });
      else if (!isOf(text, owner)) lines.push({ number, missing: 'other session' });
      else {
        const from = lines.length === 0 ? char_offset : 0;
        const to = from + lineCharacters;
        const part = text.slice(from, to);
        lines.push({ number, text: part, ...(text.length > to ? { nextOffset: to } : {}) });
        left -= part.length;
      }
    }
    return { total, expired: false, lines };
  },
});

/** The lines after so many; one group at a time is held in memory. A text is undefined when it cannot be decompressed. */
async function* readFrom(
  sql: Sql,
  id: string,
  groups: Awaited<ReturnType<typeof rawGroups>>,
  after: number,
): AsyncGenerator<{ number: number; text: string | undefined }> {
  for (const group of groups) {
    if (group.before + group.lines <= after) continue;
    const data = await rawData(sql, id, group);
    const texts = data && (await textOf(data))?.split('\n');
    for (let i = Math.max(0, after - group.before); i < group.lines; i += 1)
      yield { number: group.before + i + 1, text: texts?.[i] };
  }
}

const textOf = (data: Buffer): Promise<string | undefined> =>
  unpack(data, { maxOutputLength: mostGroupBytes }).then(
    (text) => text.toString('utf8'),
    () => undefined,
  );

/** Longer lines are results of tools, in which only the first mention of a session is looked at. */
const mostParsed = 1_000_000;

/**
 * Whether a line belongs to this conversation. A file of Claude Code may hold lines of an earlier session and of subagents,
 * which are stored with the conversation that was read last; the reader of one may not be allowed to read the other.
 */
function isOf(text: string, owner: { sessionId: string | null; isAgent: boolean }): boolean {
  const { sessionId, isSidechain } = marksOf(text);
  if (typeof sessionId === 'string' && sessionId !== owner.sessionId) return false;
  return typeof isSidechain !== 'boolean' || isSidechain === owner.isAgent;
}

function marksOf(text: string): { sessionId?: unknown; isSidechain?: unknown } {
  if (text.length > mostParsed) {
    const sidechain = /"isSidechain":(true|false)/.exec(text)?.[1];
    return {
      sessionId: /"sessionId":"([^"\\]*)"/.exec(text)?.[1],
      isSidechain: sidechain === undefined ? undefined : sidechain === 'true',
    };
  }
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
