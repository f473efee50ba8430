import { actions } from './cues/actions.ts';
import { excuses } from './cues/excuses.ts';
import { objects, practices } from './cues/objects.ts';
import { operators } from './cues/operators.ts';
import { safeguards } from './cues/safeguards.ts';
import { type Token, tokensOf } from './tokens.ts';

/** A class of cues. `absent`: the term itself says that the class is missing, as "untested" does. */
export type Cue = { name: string; kind: 'operator' | 'safeguard' | 'other'; absent: boolean };

type Phrase = { stems: readonly string[]; cues: Cue[] };

/** In a phrase: up to two words of any kind. */
const gap = '~';

/** Phrases by the stem of their first word, longest first. */
const phrases = new Map<string, Phrase[]>();

function add(table: string, kind: Cue['kind']): void {
  for (const line of table.trim().split(/\n(?! )/u)) {
    const [name = '', ...rest] = line.split(': ');
    const cue: Cue = { name: name.replace(/-$/u, ''), kind, absent: name.endsWith('-') };
    for (const term of rest.join(': ').split(',')) addTerm(term, cue);
  }
}

function addTerm(term: string, cue: Cue): void {
  const stems = term
    .trim()
    .split(' ')
    .flatMap((word) => (word === gap ? [gap] : tokensOf(word).map(({ stem }) => stem)));
  const [first] = stems;
  if (first === undefined) return;
  const there = phrases.get(first) ?? [];
  phrases.set(first, there);
  const same = there.find((phrase) => phrase.stems.join(' ') === stems.join(' '));
  if (!same) there.push({ stems, cues: [cue] });
  else if (!same.cues.some((one) => one.name === cue.name && one.absent === cue.absent)) same.cues.push(cue);
}

add(operators, 'operator');
add(safeguards, 'safeguard');
add(actions, 'other');
add(objects, 'other');
add(practices, 'other');
add(excuses, 'other');
const weight = ({ stems }: Phrase): number => stems.length * 2 - (stems.includes(gap) ? 3 : 0);
for (const list of phrases.values()) list.sort((a, b) => weight(b) - weight(a));

/** The longest phrase of the lexicon that begins at a token, and where it ends. */
export function phraseAt(
  tokens: readonly Token[],
  at: number,
): { cues: readonly Cue[]; end: number } | undefined {
  for (const { stems, cues } of phrases.get(tokens[at]?.stem ?? '') ?? []) {
    const end = endOf(stems, tokens, at);
    // What stands in a gap is read as well.
    if (end !== undefined) return { cues, end: stems.includes(gap) ? at + 1 : end };
  }
  return undefined;
}

function endOf(stems: readonly string[], tokens: readonly Token[], at: number): number | undefined {
  const [stem, next] = stems;
  if (stem === undefined) return at;
  if (stem !== gap) return tokens[at]?.stem === stem ? endOf(stems.slice(1), tokens, at + 1) : undefined;
  for (let skipped = 0; skipped <= 2 && !tokens[at + skipped]?.mark; skipped += 1)
    if (tokens[at + skipped]?.stem === next) return endOf(stems.slice(1), tokens, at + skipped);
  return undefined;
}
