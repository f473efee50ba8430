import * as z from 'zod';
import { startupContextVersions } from '../../db/schema/index.ts';
import type { Deps } from '../tool/deps.ts';
import { ToolError } from '../tool/errors.ts';
import { cut } from '../tool/text.ts';

export const contextName = z.string().min(1).max(200);

/** Names are shown to agents within a line, so they contain no line breaks or other control characters. */
export const newContextName = contextName.regex(
  /^[^\p{Cc}\p{Zl}\p{Zp}]+$/u,
  'must be one line without control characters',
);

export const noContext = (name: string): ToolError =>
  new ToolError('not_found', `There is no startup context named ${name}.`, {
    field: 'name',
    received: name,
    suggestion:
      'List the names with dewey_list_startup_contexts, or create it with dewey_set_startup_context.',
  });

/** The text as returned in a reply: complete, or cut and marked as truncated. */
export const shortened = (content: string, maxCharacters: number) =>
  content.length > maxCharacters
    ? { content: cut(content, maxCharacters), content_truncated: true }
    : { content };

/** Author and approver of a version; absent when no keys were in use. */
export const provenance = {
  author: z.string().optional().describe('Key that wrote this text; absent when no keys were in use'),
  written_at: z.string().optional().describe('Time it was written'),
  approved_by: z.string().optional().describe('Key that approved it, possibly its author'),
  pending_approval: z.boolean().optional().describe('True: pending approval; no session receives it'),
};

export type Provenance = z.output<z.ZodObject<typeof provenance>>;

/** Columns of a stored version that record its provenance. */
export const provenanceColumns = {
  author: startupContextVersions.author,
  createdAt: startupContextVersions.createdAt,
  approvedBy: startupContextVersions.approvedBy,
  pending: startupContextVersions.pending,
};

type Written = { author: string | null; createdAt: string; approvedBy: string | null; pending: boolean };

/** The key names of these owners; an owner without one, as in rows of earlier versions, is returned unchanged. */
export async function namesOf(
  owners: readonly (string | null | undefined)[],
  ownerNames: Deps['ownerNames'],
): Promise<(owner: string) => string> {
  const named = owners.filter((owner) => typeof owner === 'string');
  const names = named.length > 0 ? await ownerNames?.(named) : undefined;
  return (owner) => names?.get(owner) ?? owner;
}

/** The provenance of a stored version. */
export const provenanceOf = (
  version: Written | null | undefined,
  nameOf: (owner: string) => string,
): Provenance =>
  version?.author
    ? {
        author: nameOf(version.author),
        written_at: version.createdAt,
        ...(version.approvedBy === null ? {} : { approved_by: nameOf(version.approvedBy) }),
        ...(version.pending ? { pending_approval: true } : {}),
      }
    : {};

/** The provenance as a sentence. */
export function provenanceSentence({
  author,
  written_at,
  approved_by,
  pending_approval,
}: Provenance): string {
  if (author === undefined) return 'Its author is not recorded.';
  const written = `Written by the key "${oneLine(author)}" at ${written_at}`;
  if (pending_approval) return `${written}; it is pending approval.`;
  return approved_by === undefined || approved_by === author
    ? `${written}.`
    : `${written}, approved by the key "${oneLine(approved_by)}".`;
}

/** A name made safe for use within a line. */
export const oneLine = (name: string): string => cut(name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '), 200);

/** The text with every line marked as quoted, so that no text can end its own quotation. */
export const quoted = (text: string): string => text.replace(/^/gm, '> ');
