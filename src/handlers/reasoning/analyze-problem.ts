import * as z from 'zod';
import type { Sql } from '../../db/postgres/connect.ts';
import { beginSession, isDeletedSession } from '../../db/reasoning/reasoning.ts';
import * as p from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';
import { tool } from '../tool/tool.ts';
import { conceptsIn } from './domain/cues/concepts.ts';
import { intents } from './domain/intent/cues.ts';
import { factKinds, factsIn } from './domain/intent/facts.ts';
import { goals } from './domain/intent/goal.ts';
import { priorities, readIntent } from './domain/intent.ts';
import { nextStep } from './domain/phases.ts';
import { suggestQueries } from './domain/queries.ts';
import { rankSources } from './domain/ranking.ts';
import { embeddingOnce, labelsByMeaning } from './labels.ts';
import { candidatesIn } from './lake-sources.ts';
import * as r from './shared.ts';

const query = z.string().describe('Words to search for');

export default tool({
  name: 'analyze_problem',
  title: 'Analyze a problem',
  description:
    'Start a reasoning session. Returns a session_id, the kind of problem and what to search for first. Then call, in this order, gather_context, reason_through for each thought, and finalize_decision.',
  effect: 'add',
  countsForGates: true,
  input: z.strictObject({
    problem: r.longText('Problem or question in your own words'),
    available_tools: z
      .array(z.string().min(1).max(200))
      .max(500)
      .optional()
      .describe('Your tools; searching is recommended only if one can search'),
    session_id: p.sessionId.optional().describe('Id for the session, such as that of your workflow'),
  }),
  output: z.object({
    session_id: r.reasoningSession,
    user_intent: z
      .object({
        goal: z.enum(goals).describe('Goal of the problem'),
        priority: z.enum(priorities).describe('Urgency of the wording'),
        format: z.string().describe('Requested form of the answer'),
        context: z.string().describe('Files or concepts it mentions'),
      })
      .describe('Intent derived from the wording'),
    labels: z
      .array(
        z.object({
          label: z.enum(intents).describe('Kind of problem'),
          score: z.number().describe('Likelihood, 0 to 1'),
        }),
      )
      .describe('Kinds of problem, most likely first; may be empty'),
    key_facts: z
      .array(
        z.object({
          kind: z.enum(factKinds).describe('Kind of fact'),
          text: z.string().describe('As in the problem'),
        }),
      )
      .describe('Quotes, errors, commands, paths, versions and names in the problem'),
    suggested_queries: z
      .object({
        search: z
          .object({
            query,
            recommended: z.boolean().describe('Whether the lake has something related'),
            related: z.record(z.string(), z.int()).describe('How much it has, by kind'),
          })
          .describe('Query for search_experiences and dewey_search'),
        localFiles: z.array(z.string()).describe('Files named in the problem'),
        webSearch: z.object({ query }).describe('Query for a web search'),
      })
      .describe('Suggested searches'),
    key_concepts: z.array(z.string()).describe('Key concepts, most important first'),
    next_step: r.nextStepOut,
  }),
  async run({ problem, available_tools = [], session_id }, given) {
    const { db, clock, newId } = given;
    const deps = { ...given, embedder: embeddingOnce(given.embedder) };
    const [labels, candidates] = await Promise.all([
      labelsByMeaning(problem, deps),
      candidatesIn(problem, {}, deps),
    ]);
    const user_intent = readIntent(problem, labels);
    const key_concepts = conceptsIn(problem);
    const related = countBy(rankSources(problem, candidates));
    const sessionId = session_id ?? newId();
    const begun = await beginSession(db.sql, { sessionId, problem, userIntent: user_intent, at: clock() });
    if (!begun) throw await taken(db.sql, sessionId);
    return {
      session_id: sessionId,
      user_intent,
      labels,
      key_facts: factsIn(problem),
      suggested_queries: suggestQueries(problem, key_concepts, available_tools, related),
      key_concepts,
      next_step: nextStep.analyze,
    };
  },
});

async function taken(sql: Sql, sessionId: string): Promise<ToolError> {
  const deleted = await isDeletedSession(sql, sessionId);
  const id = sessionId.slice(0, 100);
  return new ToolError('conflict', `Reasoning session ${id} ${deleted ? 'was deleted' : 'already exists'}.`, {
    field: 'session_id',
    received: id,
    suggestion: deleted
      ? 'Omit session_id to start a new one; an administrator can restore it.'
      : 'Continue it (get_session_state returns its phase), or omit session_id to start a new one.',
  });
}

function countBy(found: readonly { kind: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of found) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
