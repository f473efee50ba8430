import { describe, expect, it } from 'vitest';
import { currentPhase, judge, nextSteps } from '../../../../src/handlers/shared/domain/gates.ts';
import { builtIn, type Preset } from '../../../../src/handlers/shared/domain/presets.ts';

const preset = (name: string): Preset => {
  const found = builtIn(name);
  if (!found) throw new Error(`no preset ${name}`);
  return found;
};
const done = (...tools: string[]) => new Set(tools);
const tools = (missing: { tool: string }[]) => missing.map(({ tool }) => tool);

describe('a moderate gate', () => {
  const moderate = preset('three-gate');
  it('blocks until one tool of the phase is called, and names them', () => {
    const closed = judge(moderate, 'teach', done('search_experiences'));
    expect(closed).toMatchObject({ met: false, blocks: true });
    expect(tools(closed.missing)).toEqual(['record_experience', 'tag_experience']);
    expect(nextSteps(closed, moderate)).toEqual([
      'Call record_experience or tag_experience with this session_id; one is enough.',
    ]);
    expect(judge(moderate, 'teach', done('tag_experience'))).toEqual({
      met: true,
      blocks: false,
      missing: [],
    });
  });

  it('does not require earlier phases', () => {
    expect(judge(moderate, 'reason', done('reason_through')).met).toBe(true);
  });
});

describe('a strict gate', () => {
  const strict = preset('strict');
  it('requires every tool of the phase and of earlier phases', () => {
    const closed = judge(strict, 'learn', done('record_experience', 'search_experiences'));
    expect(closed.blocks).toBe(true);
    expect(tools(closed.missing)).toEqual([
      'tag_experience',
      'export_experiences',
      'get_experience',
      'gather_context',
    ]);
    expect(nextSteps(closed, strict)[0]).toBe('Call tag_experience (teach) with this session_id.');
    const taught = done('record_experience', 'tag_experience', 'export_experiences');
    expect(judge(strict, 'teach', taught).met).toBe(true);
    expect(judge(strict, 'learn', taught).met).toBe(false);
  });

  it("follows the preset's own order", () => {
    const { teach, learn, reason } = strict.gates;
    const backwards: Preset = { ...strict, gates: { reason, learn, teach } };
    expect(tools(judge(backwards, 'reason', done()).missing)).toEqual(reason.required_tools);
    expect(judge(backwards, 'teach', done()).missing).toHaveLength(9);
    expect(currentPhase(backwards, done())).toBe('reason');
  });
});

describe('a lenient gate', () => {
  it('never blocks and lists what is missing', () => {
    const lenient: Preset = { ...preset('strict'), enforcement: 'lenient' };
    const open = judge(lenient, 'reason', done());
    expect(open).toMatchObject({ met: false, blocks: false });
    expect(tools(open.missing)).toEqual(['analyze_problem', 'reason_through', 'finalize_decision']);
    expect(judge(preset('minimal'), 'teach', done())).toEqual({ met: true, blocks: false, missing: [] });
  });
});

describe('a custom gate', () => {
  it('requires every tool of its own phase', () => {
    const custom: Preset = { ...preset('strict'), enforcement: 'custom' };
    expect(tools(judge(custom, 'learn', done('get_experience')).missing)).toEqual([
      'search_experiences',
      'gather_context',
    ]);
  });
});

describe('the current phase', () => {
  it('is the first whose gate is closed', () => {
    const moderate = preset('three-gate');
    expect(currentPhase(moderate, done())).toBe('teach');
    expect(currentPhase(moderate, done('record_experience'))).toBe('learn');
    expect(currentPhase(moderate, done('record_experience', 'gather_context'))).toBe('reason');
    expect(currentPhase(moderate, done('record_experience', 'gather_context', 'reason_through'))).toBe(
      'reason',
    );
  });
});
