import * as z from 'zod';
import { ToolError } from '../errors.ts';
import { cut } from '../text.ts';

export const contextName = z.string().min(1).max(200);

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
