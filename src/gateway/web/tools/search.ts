import * as z from 'zod';
import dewey, { runSearch, searchInput, searchOutput } from '../../../handlers/conversations/search.ts';
import { tool } from '../../../handlers/tool/tool.ts';

/** `dewey_search` within what one program said. */
export const searchOfAgentTool = tool({
  name: 'viewer_search',
  title: 'Search what an agent said',
  description: 'Search the messages that were captured from one program.',
  effect: 'read',
  toolset: 'conversations',
  ...(dewey.projectScope ? { projectScope: dewey.projectScope } : {}),
  input: searchInput.extend({ agent: z.string().min(1).max(100).describe('Program') }),
  output: searchOutput,
  run: runSearch,
});
