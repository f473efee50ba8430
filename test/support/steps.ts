import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** How many ways there are to match a part of an expression at one place of a text, and steps to try all of them. */
type Work = { ways: number; steps: number };

const nothing: Work = { ways: 1, steps: 0 };
const one: Work = { ways: 1, steps: 1 };
const unknown: Work = { ways: Number.POSITIVE_INFINITY, steps: Number.POSITIVE_INFINITY };

/**
 * The most steps in which a backtracking matcher can try an expression at one place of a text, whatever the text. A finite
 * number means that the work grows linearly with the text.
 *
 * @returns infinity where a part is repeated without end, or refers back to what another part has matched.
 */
export function mostSteps(source: string, flags: string): number {
  // Classes may contain strings there.
  if (flags.includes('v')) return Number.POSITIVE_INFINITY;
  const parsed = new RegExpParser().parsePattern(source, 0, source.length, { unicode: flags.includes('u') });
  return anyOf(parsed.alternatives).steps;
}

/** Each alternative is tried after the ones before. */
function anyOf(alternatives: readonly AST.Alternative[]): Work {
  const all = alternatives.map(({ elements }) =>
    elements.reduce((done, next) => then(done, workOf(next)), nothing),
  );
  return { ways: total(all.map(({ ways }) => ways)), steps: total(all.map(({ steps }) => steps)) };
}

/** What follows is tried after each way to match what precedes. */
const then = (done: Work, next: Work): Work => ({
  ways: done.ways * next.ways,
  steps: done.steps + done.ways * next.steps,
});

function workOf(element: AST.Element): Work {
  switch (element.type) {
    case 'Character':
    case 'CharacterClass':
    case 'CharacterSet':
      return one;
    case 'Group':
    case 'CapturingGroup':
      return anyOf(element.alternatives);
    case 'Assertion':
      // Nothing is tried again within a lookaround once it has matched.
      return 'alternatives' in element ? { ways: 1, steps: 1 + anyOf(element.alternatives).steps } : one;
    case 'Quantifier':
      return repeated(workOf(element.element), element);
    default:
      return unknown;
  }
}

/** Every number of repetitions is a way of its own. */
function repeated(each: Work, { min, max }: AST.Quantifier): Work {
  if (max === Number.POSITIVE_INFINITY) return unknown;
  let work = nothing;
  let ways = min === 0 ? 1 : 0;
  for (let times = 1; times <= max && work.steps < Number.POSITIVE_INFINITY; times++) {
    work = then(work, each);
    if (times >= min) ways += work.ways;
  }
  // One step more each time, to decide whether to go on.
  return { ways, steps: work.steps + 1 };
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);
