import { and, eq, isNull } from 'drizzle-orm';
import { conversations } from '../../db/schema/index.ts';
import type { Deps } from './deps.ts';
import { ToolError } from './errors.ts';
import { noConversation } from './not-found.ts';

type Input = Record<string, unknown>;

/**
 * Restricts the input of a call to one project, for a key limited to it. The input is not validated yet; null counts as
 * omitted.
 *
 * @throws ToolError when the call reaches beyond the project.
 */
export type ProjectScope = (input: Input, project: string, deps: Deps) => Input | Promise<Input>;

/** Fills in the project and rejects any other. */
export const scopeToProject: ProjectScope = (input, project) => {
  const given = input.project ?? project;
  if (given !== project)
    throw new ToolError('forbidden', 'This key is limited to another project.', {
      field: 'project',
      received: given,
      suggestion: `Omit project, or use ${JSON.stringify(project)}.`,
    });
  return { ...input, project };
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Requires a conversation of the project; one of another project is reported as not found. */
export const scopeToConversation: ProjectScope = async (input, project, { db }) => {
  const id = input.conversation_id;
  // The tool itself rejects values that are not ids.
  if (typeof id !== 'string' || !uuid.test(id)) return input;
  const [found] = await db
    .select({ project: conversations.project })
    .from(conversations)
    .where(and(eq(conversations.id, id), isNull(conversations.deletedAt)));
  if (found?.project !== project) throw noConversation(id);
  return input;
};

/**
 * As {@link scopeToConversation}, or as {@link scopeToProject} for a new conversation. A new conversation may not be found
 * again by external id, because external ids are unique across projects.
 */
export const scopeToOwnOrNewConversation: ProjectScope = async (input, project, deps) => {
  if ((input.conversation_id ?? undefined) !== undefined) return scopeToConversation(input, project, deps);
  const messages: unknown[] = Array.isArray(input.messages) ? input.messages : [];
  if ([input, ...messages].some(hasExternalId))
    throw new ToolError(
      'forbidden',
      'With a key limited to one project, external_id requires conversation_id.',
      {
        field: 'external_id',
        problem: 'without conversation_id, external_id applies across projects',
        suggestion: 'Start the conversation first and pass its conversation_id.',
      },
    );
  return scopeToProject(input, project, deps);
};

const hasExternalId = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'external_id' in value &&
  (value.external_id ?? undefined) !== undefined;
