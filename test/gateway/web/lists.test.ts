import { describe, expect, it } from 'vitest';
import { AgentFilter } from '../../../src/gateway/web/parts/agent-filter.tsx';
import { type Calibrated, Calibration } from '../../../src/gateway/web/parts/calibration.tsx';
import { failurePage } from '../../../src/gateway/web/parts/failure.tsx';
import { askedOf, isNarrow } from '../../../src/gateway/web/parts/search-facets.tsx';
import { Others } from '../../../src/gateway/web/parts/search-others.tsx';
import { SessionRows, treesOf } from '../../../src/gateway/web/parts/session-rows.tsx';
import { agents } from '../../../src/gateway/web/parts/words.tsx';
import { ToolError } from '../../../src/handlers/tool/errors.ts';

/** What a reader sees of HTML. */
const textOf = (html: unknown): string =>
  String(html)
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

describe('what was found beside messages', () => {
  const event = { kind: 'event', id: '1', artifact_id: 'u', title: 'Decision' };
  const byMeaning = { ...event, snippet: 'Decision: we close the quay', legs: ['semantic'] };
  const byWords = { ...event, snippet: 'we renew the **crane**', legs: ['lexical', 'semantic'] };

  it('is called near in meaning where it has none of the words, and names its kind once', () => {
    const found = textOf(Others({ found: [byWords, byMeaning], wider: false, query: 'crane' }));
    expect(found).toBe(
      'On the other shelves Decision we renew the crane event Decision we close the quay event near in meaning',
    );
  });

  it('says when nothing has the words, and which filters do not apply', () => {
    const found = textOf(Others({ found: [byMeaning], wider: true, query: 'crane' }));
    expect(found).toContain('Nothing has these words. Nearest in meaning:');
    expect(found).toContain('Agent, role and dates narrow the messages only.');
    expect(textOf(Others({ found: [], wider: false, query: 'crane' }))).toBe('On the other shelves Nothing.');
  });
});

it('a search knows whether it is narrowed', () => {
  expect(isNarrow(askedOf({ q: 'quay', why: '1' }))).toBe(false);
  for (const name of ['project', 'agent', 'conversation'])
    expect(isNarrow(askedOf({ [name]: 'x' }))).toBe(true);
  expect(isNarrow(askedOf({ from: '2026-03-01' }))).toBe(true);
});

it('every agent that Dewey reads can be chosen, and stays chosen', () => {
  const options = (at: string | undefined) =>
    [...String(AgentFilter({ at })).matchAll(/<option value="([^"]*)"( selected="")?>([^<]*)</g)].map((one) =>
      one.slice(1),
    );
  expect(options(undefined)).toHaveLength(Object.keys(agents).length + 1);
  expect(options('goose').filter(([, selected]) => selected)).toEqual([['goose', ' selected=""', 'Goose']]);
  expect(options('mem0').at(-1)).toEqual(['mem0', ' selected=""', 'mem0']);
});

it('sessions stand under days with their names', () => {
  const at = '2026-11-24T14:05:00Z';
  const session = {
    id: 'a',
    session_id: null,
    project: null,
    created_at: at,
    updated_at: at,
    message_count: 1,
    metadata: null,
  };
  const rows = String(
    SessionRows({ trees: treesOf([session], []), digests: [], more: '/sessions?cursor=a' }),
  );
  expect(rows).toContain('<time datetime="2026-11-24">Tuesday 2026-11-24</time>');
  // A page of its own, so that the browser's Back returns to it.
  expect(rows).toContain('<a href="/sessions?cursor=a">Earlier sessions</a>');
});

it('a calibration without outcomes has no figures', () => {
  const none: Calibrated = {
    sample_size: 0,
    success_rate: 0.5,
    mean_confidence: null,
    confidence_gap: null,
    brier_score: null,
    expected_calibration_error: null,
    reliability_bins: [],
    recommendation: '',
  };
  expect(textOf(Calibration({ found: none, of: 'api' }))).toBe(
    'Reliability of api Shown once the outcome of a decision is recorded.',
  );
  expect(textOf(Calibration({ found: { ...none, sample_size: 2 }, of: 'api' }))).toContain(
    'Came true 50 % estimated from these',
  );
});

it('a failure tells a person no tool to call', () => {
  const page = (suggestion: string) =>
    textOf(failurePage(new ToolError('not_found', 'There is no conversation 1.', { suggestion })));
  expect(page('List conversations with dewey_list_conversations.')).not.toContain('dewey_');
  expect(page('Open the page again.')).toContain('Open the page again.');
  expect(page('')).toMatch(/Today · Sessions · Search$/);
});
