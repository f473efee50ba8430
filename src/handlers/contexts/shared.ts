import * as z from 'zod';
import { startupContextVersions } from '../../db/schema/index.ts';
import type { Deps } from '../tool/deps.ts';
import { ToolError } from '../tool/errors.ts';
import { cut } from '../tool/text.ts';

export const contextName = z.string().min(1).max(200);

/** A name is shown to agents within a line: it has no line breaks and no other control characters. */
export const newContextName = contextName.regex(
  /^[^\p{Cc}\p{Zl}\p{Zp}]+$/u,
  'must be one line without control characters',
);

export const noContext = (name: string): ToolError =>
  new ToolError('not_found', `There is no startup context named ${name}.`, {
    field: 'name',
    received: name,
    suggestion: 'See the names with dewey_list_startup_contexts, or make it with dewey_set_startup_context.',
  });

/** A text as a reply holds it: whole, or cut and marked. */
export const shortened = (content: string, maxCharacters: number) =>
  content.length > maxCharacters
    ? { content: cut(content, maxCharacters), content_truncated: true }
    : { content };

/** Who wrote a version and who approved it; absent where no keys were in use. */
export const provenance = {
  author: z.string().optional().describe('The key that wrote this text; absent where no keys were in use'),
  written_at: z.string().optional().describe('When that key wrote it'),
  approved_by: z.string().optional().describe('The key that made it count, which may be its author'),
  pending_approval: z
    .boolean()
    .optional()
    .describe('True: the text waits for approval and no session is given it'),
};

export type Provenance = z.output<z.ZodObject<typeof provenance>>;

/** What of a stored version tells it. */
export const provenanceColumns = {
  author: startupContextVersions.author,
  createdAt: startupContextVersions.createdAt,
  approvedBy: startupContextVersions.approvedBy,
  pending: startupContextVersions.pending,
};

type Written = { author: string | null; createdAt: string; approvedBy: string | null; pending: boolean };

/** What the keys of these owners are called; an owner without a name, as those of earlier versions, is called as it is. */
export async function namesOf(
  owners: readonly (string | null | undefined)[],
  ownerNames: Deps['ownerNames'],
): Promise<(owner: string) => string> {
  const named = owners.filter((owner) => typeof owner === 'string');
  const names = named.length > 0 ? await ownerNames?.(named) : undefined;
  return (owner) => names?.get(owner) ?? owner;
}

/** The same of a stored version. */
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

/** The same as a sentence. */
export function provenanceSentence({
  author,
  written_at,
  approved_by,
  pending_approval,
}: Provenance): string {
  if (author === undefined) return 'Who wrote it is not recorded.';
  const written = `Written by the key "${oneLine(author)}" at ${written_at}`;
  if (pending_approval) return `${written}; it waits for approval.`;
  return approved_by === undefined || approved_by === author
    ? `${written}.`
    : `${written}, approved by the key "${oneLine(approved_by)}".`;
}

/** A name as it can stand within a line, whatever it holds. */
export const oneLine = (name: string): string => cut(name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '), 200);

/** A text marked line by line as quoted: no text can end its own quotation. */
export const quoted = (text: string): string => text.replace(/^/gm, '> ');
