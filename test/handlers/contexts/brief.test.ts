import { expect, it } from 'vitest';
import { sessionBrief } from '../../../src/handlers/contexts/brief.ts';
import captureDecision from '../../../src/handlers/decisions/capture-decision.ts';
import { call } from '../../support/call.ts';
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
