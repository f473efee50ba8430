import { commands } from './facts/commands.ts';
import { errors } from './facts/errors.ts';
import { type Fact, factKinds, longestFact } from './facts/kinds.ts';
import { codeFacts, quotes } from './facts/quotes.ts';
import { runs } from './facts/runs.ts';
import { scriptFacts } from './facts/script.ts';
import { shapes } from './facts/shapes.ts';
import { swaps } from './facts/swaps.ts';
import { joinedFacts } from './facts/tagger/spans.ts';
import type { Model } from './facts/tagger/tag.ts';

/**
 * The facts of a problem that a search must not lose: what a person would copy rather than retype. Rules read words and
 * sentences, a fitted tagger judges what they find and finds more; both take time in proportion to the text.
 */

export { type Fact, factKinds } from './facts/kinds.ts';

const mostFacts = 60;
const mostCharacters = 20_000;
/** Problems are told in their beginning; what is pasted behind is read by rules alone. */
const mostTagged = 6_000;
/** Names and numbers are facts of their own in longer messages only. */
const shortMessage = 120;
const passing: ReadonlySet<string> = new Set(['number', 'identifier']);

/** The facts in a text in order of their kinds, without repetition, and without those that are a part of another. */
export function factsIn(problem: string, model?: Model): Fact[] {
  const text = problem.slice(0, mostCharacters);
  const facts = factsByRules(text.slice(0, mostTagged));
  const found = joinedFacts(text.slice(0, mostTagged), facts, model);
  const behind = text.length > mostTagged ? factsByRules(text.slice(mostTagged)) : [];
  const all = inOrder([...found, ...behind]);
  const whole = text.replaceAll(/\s+/g, ' ').trim();
  const hides = (other: Fact, fact: Fact) => other !== fact && other.text.includes(fact.text);
  // Who is told the whole problem again still has to find what in it to copy.
  return all.filter((fact) => !all.some((other) => other.text !== whole && hides(other, fact)));
}

/** What rules find by itself. */
export function factsByRules(text: string): Fact[] {
  const facts = inOrder([
    ...quotes(text),
    ...codeFacts(text),
    ...errors(text),
    ...commands(text),
    ...scriptFacts(text),
    ...swaps(text),
    ...runs(text),
    ...shapes(text),
  ]);
  return facts.filter((fact) => !facts.some((other) => other !== fact && covers(other, fact)));
}

/** The first of each kind, without repetition. */
function inOrder(found: readonly Fact[]): Fact[] {
  const seen = new Set<string>();
  const facts: Fact[] = [];
  for (const { kind, text: raw } of found) {
    const fact = raw.replaceAll(/\s+/g, ' ').trim();
    if (fact.length < 2 || fact.length > longestFact || seen.has(fact)) continue;
    seen.add(fact);
    facts.push({ kind, text: fact });
  }
  return facts.sort((a, b) => factKinds.indexOf(a.kind) - factKinds.indexOf(b.kind)).slice(0, mostFacts);
}

function covers(other: Fact, fact: Fact): boolean {
  if (!other.text.includes(fact.text)) return false;
  return other.kind !== 'error' || (passing.has(fact.kind) && other.text.length <= shortMessage);
}
