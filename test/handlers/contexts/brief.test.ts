import { expect, it } from 'vitest';
import { sessionBrief } from '../../../src/handlers/contexts/brief.ts';
import storeMessage from '../../../src/handlers/conversations/store-message.ts';
import captureDecision from '../../../src/handlers/decisions/capture-decision.ts';
import recordExperience from '../../../src/handlers/experience/record-experience.ts';
import analyzeProblem from '../../../src/handlers/reasoning/analyze-problem.ts';
import finalizeDecision from '../../../src/handlers/reasoning/finalize-decision.ts';
import gatherContext from '../../../src/handlers/reasoning/gather-context.ts';
import reasonThrough from '../../../src/handlers/reasoning/reason-through.ts';
import { call } from '../../support/call.ts';
import { extractAll, ingest } from '../../support/documents.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

it('a brief names decisions whose outcome is due first, and says since when', async () => {
  const decide = async (statement: string) => {
    const { decision_id } = await call(
      captureDecision,
      { statement, alternatives: ['wait'], confidence: 0.7, project: 'mill' },
      lake.deps,
    );
    return decision_id as string;
  };
  const old = await decide('Use a stone of granite');
  await decide('Sell flour on Mondays');
  await lake.db.sql`
    update decisions set created_at = '2026-01-01T00:00:00Z', review_at = '2026-01-31T00:00:00Z' where id = ${old}`;
  const brief = await sessionBrief(lake.db, { folder: '/work/mill', tokens: 400 });
  const lines = brief?.slice(brief.indexOf('Decisions without')).split('\n') ?? [];
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(
    /^- Use a stone of granite \(.*; its outcome is due since 2026-01-31: ask how it turned out, and record it\)$/,
  );
  expect(lines[2]).toMatch(/^- Sell flour on Mondays \([^;]*\)$/);
});

const experience = (changes: Record<string, unknown>) =>
  call(
    recordExperience,
    {
      ...{ type: 'effective', domain: 'Process', project: 'quarry', situation: 'Stones arrived wet' },
      ...{ approach: 'Covered the carts', outcome: 'They stay dry', reasoning: 'It rains often' },
      ...changes,
    },
    lake.deps,
  );

it('a brief says of a lesson what was done, and leaves out what no outcome has proved', async () => {
  const { experience_id } = await experience({});
  const reasoned = await call(analyzeProblem, { problem: 'Where do we buy carts?' }, lake.deps);
  const { session_id } = reasoned;
  await call(
    gatherContext,
    { session_id, project: 'quarry', sources: { web_results: ['Carts'] } },
    lake.deps,
  );
  await call(reasonThrough, { session_id, thought: 'The mill sells carts.', thought_number: 1 }, lake.deps);
  const { experience_id: unproven } = await call(
    finalizeDecision,
    { session_id, conclusion: 'Buy carts of the mill' },
    lake.deps,
  );
  await lake.db.sql`update experiences set project = 'quarry' where id = ${unproven}`;
  const brief = await sessionBrief(lake.db, { folder: '/home/ana/quarry', tokens: 400 });
  expect(brief?.slice(brief.indexOf('Lessons'))).toBe(
    `Lessons:\n- worked: Stones arrived wet: Covered the carts → They stay dry (experience ${experience_id})`,
  );
});

it('a brief leaves out sessions in which nothing was said, and says which commitments are overdue', async () => {
  const project = '/home/ana/kiln';
  const talk = async (role: string, content: string) =>
    (await call(storeMessage, { role, content, project, session_id: content }, lake.deps)).conversation_id;
  await talk('tool', 'exit code 0');
  const said = await talk('user', 'Fire the kiln');
  await ingest(lake, {
    project,
    content: 'Ada Byron will order clay by 3 February 2026. Ben Okri will sweep the yard by 3 February 2099.',
  });
  await extractAll(lake);
  const brief = await sessionBrief(lake.db, { folder: project, tokens: 400 });
  const lines = brief?.split('\n') ?? [];
  expect(lines.filter((line) => line.includes('(conversation '))).toEqual([
    expect.stringContaining(`: Fire the kiln (conversation ${said})`),
  ]);
  expect(lines.filter((line) => line.includes('(due '))).toEqual([
    expect.stringMatching(/order clay.* \(due 2026-02-03, overdue\)$/),
    expect.stringMatching(/sweep the yard.* \(due 2099-02-03\)$/),
  ]);
});
