import { and, eq, isNull } from 'drizzle-orm';
import { conversations } from '../../db/schema/index.ts';
import type { Deps } from './deps.ts';
import { ToolError } from './errors.ts';
import { noConversation } from './not-found.ts';

type Input = Record<string, unknown>;

/**
 * Keeps the input of a call within one project, for a key that reaches no other. The input is not validated yet; null
 * counts as left out.
 *
 * @throws ToolError when the call reaches beyond.
 */
export type ProjectScope = (input: Input, project: string, deps: Deps) => Input | Promise<Input>;

/** The project is filled in, and no other may be given. */
export const scopeToProject: ProjectScope = (input, project) => {
  const given = input.project ?? project;
  if (given !== project)
    throw new ToolError('forbidden', 'This key reaches another project.', {
      field: 'project',
      received: given,
      suggestion: `Leave project out, or give ${JSON.stringify(project)}.`,
    });
  return { ...input, project };
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The conversation must be one of the project; one of another project is as unknown as one that is not there. */
export const scopeToConversation: ProjectScope = async (input, project, { db }) => {
  const id = input.conversation_id;
  // Whatever is no id is refused by the tool itself.
  if (typeof id !== 'string' || !uuid.test(id)) return input;
  const [found] = await db
    .select({ project: conversations.project })
    .from(conversations)
    .where(and(eq(conversations.id, id), isNull(conversations.deletedAt)));
  if (found?.project !== project) throw noConversation(id);
  return input;
};

/**
 * As {@link scopeToConversation}, or as {@link scopeToProject} for a conversation that is begun. That one cannot be found again by
 * an external id, which counts across projects.
 */
export const scopeToOwnOrNewConversation: ProjectScope = async (input, project, deps) => {
  if ((input.conversation_id ?? undefined) !== undefined) return scopeToConversation(input, project, deps);
  const messages: unknown[] = Array.isArray(input.messages) ? input.messages : [];
  if ([input, ...messages].some(hasExternalId))
    throw new ToolError('forbidden', 'With a key of one project an external_id needs its conversation.', {
      field: 'external_id',
      problem: 'without a conversation an external_id counts across projects',
      suggestion: 'Begin the conversation first, and give its conversation_id.',
    });
  return scopeToProject(input, project, deps);
};

const hasExternalId = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'external_id' in value &&
  (value.external_id ?? undefined) !== undefined;
