import { describe, expect, it } from 'vitest';
import exportExperiences from '../../../src/handlers/experience/export-experiences.ts';
import getExperience from '../../../src/handlers/experience/get-experience.ts';
import importData from '../../../src/handlers/experience/import-data.ts';
import recordExperience from '../../../src/handlers/experience/record-experience.ts';
import searchExperiences from '../../../src/handlers/experience/search-experiences.ts';
import tagExperience from '../../../src/handlers/experience/tag-experience.ts';
import analyzeProblem from '../../../src/handlers/reasoning/analyze-problem.ts';
import finalizeDecision from '../../../src/handlers/reasoning/finalize-decision.ts';
import gatherContext from '../../../src/handlers/reasoning/gather-context.ts';
import reasonThrough from '../../../src/handlers/reasoning/reason-through.ts';
import applyPreset from '../../../src/handlers/workflow/apply-preset.ts';
import authorizeOperation from '../../../src/handlers/workflow/authorize-operation.ts';
import verifyCompliance from '../../../src/handlers/workflow/verify-compliance.ts';
import { call, fail } from '../../support/call.ts';
import { experience, madeUp } from '../../support/experience.ts';
import { useLake } from '../../support/lake.ts';
import { minute, withClock, workflow } from '../../support/workflow.ts';

const lake = useLake();
const read = { local_docs: [{ path: 'shelves.md', content: 'The upper shelf is free.' }] };
const verify = (current_phase: string, session_id: string, deps = lake.deps) =>
  call(verifyCompliance, { current_phase, action: 'deploy', session_id }, deps);
const refusal = async (current_phase: string, session_id?: string, deps = lake.deps) => {
  const error = await fail(verifyCompliance, { current_phase, action: 'deploy', session_id }, deps);
  expect(error).toMatchObject({ status: 412, kind: 'refused' });
  return error.data.missing_requirements;
};

describe('a moderate preset', () => {
  it('refuses with the missing tools, and allows once one of them has succeeded', async () => {
    const session_id = await workflow(lake.deps, 'three-gate');
    expect(await refusal('teach', session_id)).toEqual(['record_experience', 'tag_experience']);
    await call(recordExperience, experience({ session_id }), lake.deps);
    const { operation_token } = await verify('teach', session_id);
    expect(operation_token).toMatch(/^op_[\w-]{43}$/);
    expect(await refusal('learn', session_id)).toEqual(['search_experiences', 'gather_context']);
    await call(searchExperiences, { query: 'zyzzogeton', session_id }, lake.deps);
    expect(await refusal('learn', session_id)).toHaveLength(2); // nothing was found, so nothing was learned
    const again = { current_phase: 'learn', action: 'deploy', session_id };
    expect((await fail(verifyCompliance, again, lake.deps)).data.next_steps).toEqual([
      'Call search_experiences or gather_context with this session_id; one is enough.',
      'A search that finds nothing does not count: try other words.',
      'gather_context also takes sources that you found yourself.',
    ]);
    await call(searchExperiences, { query: experience({}).situation, session_id }, lake.deps);
    expect(await verify('learn', session_id)).toMatchObject({
      compliant: true,
      current_phase: 'learn',
      session_id,
    });
    expect(await refusal('reason', session_id)).toEqual(['reason_through', 'finalize_decision']);
  });

  it('wants an action that says something', async () => {
    const blank = { current_phase: 'teach', action: '  ' };
    expect(await fail(verifyCompliance, blank, lake.deps)).toMatchObject({ data: { field: 'action' } });
  });

  it('ignores failed calls', async () => {
    const session_id = await workflow(lake.deps, 'three-gate');
    await fail(recordExperience, experience({ session_id, confidence: 7 }), lake.deps);
    await fail(tagExperience, { id: 999_999, tags: ['x'], session_id }, lake.deps);
    await fail(recordExperience, experience({ session_id, revision_of: 999_999 }), lake.deps);
    expect(await refusal('teach', session_id)).toEqual(['record_experience', 'tag_experience']);
  });

  it('ignores calls of other sessions and without a session', async () => {
    const session_id = await workflow(lake.deps, 'three-gate');
    const other = await workflow(lake.deps, 'three-gate');
    await call(recordExperience, { ...madeUp(1), session_id: other }, lake.deps);
    await call(recordExperience, madeUp(2), lake.deps);
    await call(searchExperiences, { query: session_id }, lake.deps);
    expect(await refusal('teach', session_id)).toEqual(['record_experience', 'tag_experience']);
    expect(await refusal('learn', session_id)).toHaveLength(2);
    expect(await refusal('teach')).toHaveLength(2);
    await verify('teach', other);
  });

  it('accepts the id of a reasoning session', async () => {
    const { session_id } = await call(analyzeProblem, { problem: 'Which shelf?' }, lake.deps);
    await call(gatherContext, { session_id, sources: {} }, lake.deps);
    expect(await refusal('learn', session_id)).toHaveLength(2);
    await call(gatherContext, { session_id, sources: read }, lake.deps);
    expect(await verify('learn', session_id)).toMatchObject({ session_id });
    await call(reasonThrough, { session_id, thought: 'The upper one', thought_number: 1 }, lake.deps);
    await verify('reason', session_id);
  });
});

describe('a strict preset', () => {
  it('requires all tools of the phase and of earlier phases, and allows once they have succeeded', async () => {
    const session_id = await workflow(lake.deps, 'strict');
    expect(await refusal('learn', session_id)).toEqual([
      'record_experience',
      'tag_experience',
      'export_experiences',
      'search_experiences',
      'get_experience',
      'gather_context',
    ]);
    const { experience_id: id } = await call(recordExperience, { ...madeUp(10), session_id }, lake.deps);
    await call(tagExperience, { id, tags: ['x'], session_id }, lake.deps);
    expect(await refusal('teach', session_id)).toEqual(['export_experiences']);
    await call(exportExperiences, { format: 'json', session_id }, lake.deps);
    await verify('teach', session_id);
    await call(analyzeProblem, { problem: 'Which shelf?', session_id }, lake.deps);
    await call(searchExperiences, { query: madeUp(10).situation, session_id }, lake.deps);
    await call(getExperience, { id, session_id }, lake.deps);
    expect(await refusal('learn', session_id)).toEqual(['gather_context']);
    await call(gatherContext, { session_id, sources: read }, lake.deps);
    await verify('learn', session_id);
    await call(reasonThrough, { session_id, thought: 'One', thought_number: 1 }, lake.deps);
    expect(await refusal('reason', session_id)).toEqual(['finalize_decision']);
    await call(finalizeDecision, { session_id, conclusion: 'Done' }, lake.deps);
    await verify('reason', session_id);
  });
});

describe('a lenient preset', () => {
  it('never blocks', async () => {
    const session_id = await workflow(lake.deps, 'minimal');
    expect(await verify('reason', session_id)).toMatchObject({ compliant: true, missing_requirements: [] });
  });

  it('lists the tools it would recommend', async () => {
    const config = {
      name: 'advice',
      enforcement: 'lenient',
      gates: { teach: { required_tools: ['record_experience'] }, learn: {}, reason: {} },
    };
    await call(importData, { data: config }, lake.deps);
    const session_id = await workflow(lake.deps, 'advice');
    expect((await verify('teach', session_id)).missing_requirements).toEqual(['record_experience']);
  });
});

describe('a preset of your own', () => {
  it('is followed in its own order, as it was when applied', async () => {
    const config = {
      name: 'backwards',
      enforcement: 'strict',
      gates: {
        learn: { required_tools: ['search_experiences'] },
        teach: { required_tools: ['record_experience'] },
        reason: { required_tools: [] },
      },
    };
    await call(importData, { data: JSON.stringify(config) }, lake.deps);
    const session_id = await workflow(lake.deps, 'backwards');
    expect(await refusal('teach', session_id)).toEqual(['search_experiences', 'record_experience']);
    await call(importData, { data: { ...config, enforcement: 'lenient' } }, lake.deps);
    expect(await refusal('learn', session_id)).toEqual(['search_experiences']);
  });
});

describe('the lifetime of a session', () => {
  it('ends: earlier calls no longer count until it is started again', async () => {
    const { deps, advance } = withClock(lake.deps);
    const session_id = await workflow(deps, 'three-gate');
    await call(recordExperience, { ...madeUp(30), session_id }, deps);
    const { operation_token } = await verify('teach', session_id, deps);
    advance(60 * minute);
    expect(await refusal('teach', session_id, deps)).toEqual(['record_experience', 'tag_experience']);
    expect((await fail(authorizeOperation, { operation_token }, deps)).kind).toBe('refused');
    const { session_id: again } = await call(applyPreset, { preset_name: 'three-gate', session_id }, deps);
    expect(await refusal('teach', again, deps)).toHaveLength(2);
    advance(1);
    await call(recordExperience, { ...madeUp(31), session_id }, deps);
    await verify('teach', session_id, deps);
  });
});
