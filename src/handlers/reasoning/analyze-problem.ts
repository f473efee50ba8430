import * as z from 'zod';
import { beginSession } from '../../db/reasoning/reasoning.ts';
import * as p from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';
import { tool } from '../tool/tool.ts';
import { conceptsIn, goals, priorities, readIntent, suggestQueries } from './domain/intent.ts';
import { nextStep } from './domain/phases.ts';
import * as r from './shared.ts';

const query = z.string().describe('Words to search for');

export default tool({
  name: 'analyze_problem',
  title: 'Analyze a problem',
  description:
    'Begin a reasoning session: says what kind of problem it is and what to look for first. Then gather_context, reason_through for each thought, and finalize_decision, in this order, with the session_id that comes back.',
  effect: 'add',
  countsForGates: true,
  input: z.strictObject({
    problem: r.longText('The problem or question, in your words'),
    available_tools: z
      .array(z.string().min(1).max(200))
      .max(500)
      .optional()
      .describe('Names of the tools you have; search is recommended only where one searches'),
    session_id: p.sessionId
      .optional()
      .describe('An id for the session, such as that of your workflow; one is made without it'),
  }),
  output: z.object({
    session_id: r.reasoningSession,
    user_intent: z
      .object({
        goal: z.enum(goals).describe('What is asked for'),
        priority: z.enum(priorities).describe('How urgent it sounds'),
        format: z.string().describe('The form of answer it asks for'),
        context: z.string().describe('What it speaks of'),
      })
      .describe('What the words of the problem say'),
    suggested_queries: z
      .object({
        search: z
          .object({ query, recommended: z.boolean().describe('Whether searching promises something') })
          .describe('For search_experiences and dewey_search'),
        localFiles: z.array(z.string()).describe('Files the problem names'),
        webSearch: z.object({ query }).describe('For a web search'),
      })
      .describe('What to look for'),
    key_concepts: z.array(z.string()).describe('What it is about, most important first'),
    next_step: r.nextStepOut,
  }),
  async run({ problem, available_tools = [], session_id }, { db, clock, newId }) {
    const user_intent = readIntent(problem);
    const key_concepts = conceptsIn(problem);
    const sessionId = session_id ?? newId();
    const begun = await beginSession(db.sql, { sessionId, problem, userIntent: user_intent, at: clock() });
    if (!begun)
      throw new ToolError('conflict', `There is a reasoning session ${sessionId.slice(0, 100)} already.`, {
        field: 'session_id',
        received: sessionId.slice(0, 100),
        suggestion:
          'Go on with it (get_session_state tells where it is), or leave session_id out for a new one.',
      });
    return {
      session_id: sessionId,
      user_intent,
      suggested_queries: suggestQueries(problem, key_concepts, available_tools),
      key_concepts,
      next_step: nextStep.analyze,
    };
  },
});
