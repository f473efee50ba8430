import { type Alias, aliasesBy, keyOf, longNames, type Named } from './lexicon.ts';
import { isVersion, type Word } from './words.ts';

/** An option named in a text: the words from `start` up to `end`, its version included. */
export type Mention = { start: number; end: number; option: Named };

const written = (['case', 'lower', 'stem'] as const).map((by) => ({ by, index: aliasesBy(by) }));
const formOf = (word: Word, by: Alias['by']): string =>
  by === 'case' ? word.text : by === 'lower' ? word.lower : word.stem;

/** Nouns that end as a verb does after a name. */
const things = new Set(
  `accounts alerts apps articles assets backups branches bugs builds calls checks clients clusters comments commits components
containers contracts contractors customers dashboards deployments developers documents emails endpoints engineers environments
errors events features files flags forms images invoices jobs keys links lists logs messages metrics migrations models modules
nodes orders pages passwords payments permissions plans prices queries records releases reports requests reviews roles rules
scripts secrets servers services sessions systems tables tasks teams tenants tests tickets tokens tools traces updates uploads
users values versions views workers`.split(/\s+/),
);

/** Capitals that name no option. */
const dull = new Set(
  `api apis ui ux db id ids url urls http https pr prs ci cd qa us eu uk pdf cpu ram io os sla slas kpi mvp poc
monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
october november december english german french i q1 q2 q3 q4 gdpr pii crud v1 v2 v3 todo
the these those this that no nobody noone everybody everyone everything nothing someone something some any each every both either there here
what who when where it its our my your their his her
der die das ein eine alle wir unser unsere nur kein keine keinen`.split(/\s+/),
);

/**
 * The options mentioned in a text, in order, without overlaps: those known by name in any spelling, then the names that
 * its capitals give away.
 *
 * @param extra phrases that are options here, such as the alternatives of the decision.
 */
export function mentionsIn(words: readonly Word[], extra: readonly Alias[] = []): Mention[] {
  const found: Mention[] = [];
  for (let i = 0; i < words.length; ) {
    const mention = mentionAt(words, i, extra);
    if (mention) found.push(mention);
    i = mention?.end ?? i + 1;
  }
  return found;
}

function mentionAt(words: readonly Word[], start: number, extra: readonly Alias[]): Mention | undefined {
  const word = words[start];
  if (!word?.stem) return undefined;
  let best: Mention | undefined;
  for (const { by, index } of written)
    for (const { words: alias, option } of candidates(index, word, by)) {
      if (best && start + alias.length <= best.end) break;
      if (by === 'case' && isVerb(words, start)) continue;
      if (alias.every((one, i) => matches(words[start + i], one, by)))
        best = { start, end: start + alias.length, option };
    }
  for (const { words: alias, option } of extra)
    if (
      alias.every((one, i) => words[start + i]?.stem === one) &&
      start + alias.length > (best?.end ?? start)
    )
      best = { start, end: start + alias.length, option };
  best ??= misspelt(word, start) ?? capitalised(words, start);
  return best && withVersion(words, best);
}

const matches = (word: Word | undefined, alias: string, by: Alias['by']): boolean =>
  word !== undefined && (formOf(word, by) === alias || (by === 'lower' && unversioned(word) === alias));

/** "Go with Kafka", "React to alarms": the capital is that of the sentence. */
const isVerb = (words: readonly Word[], start: number): boolean =>
  words[start]?.first === true && verbs.has(words[start]?.lower ?? '') && words[start + 1]?.stem !== 'be';
const verbs = new Set('go react express render resend relay rest'.split(' '));

const candidates = (index: ReadonlyMap<string, readonly Alias[]>, word: Word, by: Alias['by']) =>
  index.get(formOf(word, by)) ?? (by === 'lower' ? index.get(unversioned(word)) : undefined) ?? [];

/** postgres15 as postgres; short names keep their digits. */
const unversioned = ({ lower }: Word): string => (lower.length < 6 ? lower : lower.replace(/\d{1,3}$/, ''));

function withVersion(words: readonly Word[], mention: Mention): Mention {
  const next = words[mention.end];
  return next && isVersion(next) ? { ...mention, end: mention.end + 1 } : mention;
}

function misspelt({ lower }: Word, start: number): Mention | undefined {
  // "Containers" are not containerd.
  if (lower.length < 7 || things.has(lower) || things.has(`${lower}s`)) return undefined;
  const near = longNames.find(
    ({ words: [name = ''] }) =>
      name[0] === lower[0] &&
      !name.startsWith(lower) &&
      !lower.startsWith(name) &&
      within(lower, name, name.length >= 9 ? 2 : 1),
  );
  return near && { start, end: start + 1, option: near.option };
}

/** Whether two words are at most this many insertions, deletions, substitutions and exchanges of neighbours apart. */
function within(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    before = row;
    row = next;
  }
  return (row[b.length] ?? most + 1) <= most;
}

/** A name that no list knows: capitals inside a sentence, or several in a word. */
function capitalised(words: readonly Word[], start: number): Mention | undefined {
  let end = start;
  while (end < start + 3 && isName(words[end], words[end + 1])) end += 1;
  if (end === start) return undefined;
  const name = words
    .slice(start, end)
    .map(({ text }) => text)
    .join(' ');
  return { start, end, option: { key: keyOf(name), name, category: undefined } };
}

function isName(word: Word | undefined, next: Word | undefined): boolean {
  if (!word?.stem || dull.has(word.lower) || dull.has(word.lower.replace(/s$/, ''))) return false;
  if (/\p{Ll}\p{Lu}/u.test(word.text)) return true;
  // "Rollbar collects …": a sentence that begins with its subject; but "Internal services talk …".
  if (word.first)
    return (
      /^\p{Lu}\p{Ll}+[^s]$/u.test(word.text) &&
      /^(?:\p{Ll}+[^s]s|is)$/u.test(next?.text ?? '') &&
      !things.has(next?.lower ?? '')
    );
  return /^\p{Lu}/u.test(word.text);
}
