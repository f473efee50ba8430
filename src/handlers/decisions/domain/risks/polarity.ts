import { verbs } from './cues/operators.ts';
import { type Cue, phraseAt } from './lexicon.ts';
import { stemOf, type Token, tokensOf } from './tokens.ts';

/** 1: the statement brings it about; −1: it does away with it; 0: it is only dealt with. */
export type Polarity = 1 | 0 | -1;

/** Part of the plain text. */
export type Span = { start: number; to: number };

export type Found = { name: string; polarity: Polarity; at: number; end: number };

type Reach = {
  name: string;
  ends: (i: number) => boolean /** Up to here it governs directly, before any preposition. */;
  near: number;
};

const verb = new Set(verbs.trim().split(/\s+/u));
const subjects = new Set('i we you they it he she there nothing all people support'.split(' '));
/** Nouns as often as verbs: they govern what follows only where a verb can stand. */
const ambiguous = new Set(
  'test report audit review flag document address handle close limit check watch monitor find count end block cut patch cap catch bar lift wrap drop secur charge look stop take hide escape treat'
    .split(' ')
    .map(stemOf),
);
const beforeVerb = new Set(
  'to and or will must should we always can may let us please automatically only first by of from for without before after when while if not never they it which who is are be better'.split(
    ' ',
  ),
);
const copula = new Set('is are be been being was were get gets stay remain become stays remains'.split(' '));
const breaks = new Set('but because whereas although though since while so unless until'.split(' '));
const stopsRemoval = new Set('with by for before after once when if until unless using into and'.split(' '));

/** The cues of a text with their polarity: negation, removal, replacement and guarding are resolved. */
export function cuesOf(text: string): { found: Found[]; refused: Span[] } {
  const tokens = tokensOf(text);
  const refused: Span[] = [];
  const found: (Found & { cue: Cue })[] = [];
  let reaches: Reach[] = [];
  let clauseStart = 0;
  for (let i = 0; i < tokens.length; ) {
    const token = tokens[i];
    if (!token) break;
    if (token.mark || breaks.has(token.raw)) {
      reaches = token.mark === 'sentence' ? [] : reaches.filter((reach) => !reach.ends(i));
      if (token.mark || breaks.has(token.raw)) clauseStart = i + 1;
      i += 1;
      continue;
    }
    reaches = reaches.filter((reach) => !reach.ends(i));
    if (isRefused(reaches)) refused.push(token);
    const phrase = phraseAt(tokens, i);
    if (!phrase) {
      i += 1;
      continue;
    }
    const { end } = phrase;
    const operator = phrase.cues.find(({ kind }) => kind === 'operator');
    for (const cue of phrase.cues.filter(({ kind }) => kind !== 'operator'))
      found.push({ cue, name: cue.name, at: i, end, polarity: product(reaches, cue, i) });
    if (operator) {
      if (lefts(operator.name, tokens, i, end, found, clauseStart)) {
        if (refusing.has(operator.name)) refused.push(...tokens.slice(clauseStart, i));
        for (const one of found.filter(({ at }) => at >= clauseStart && at < i))
          one.polarity = times(one.polarity, factor(operator.name, one.cue), outer(reaches, one));
      } else if (governs(tokens, i, clauseStart)) {
        if (operator.name === 'not' && passive(tokens, i, end, found, clauseStart))
          refused.push(...tokens.slice(clauseStart, i));
        reaches.push({
          name: operator.name,
          ends: endOf(operator.name, tokens, end),
          near: nearEnd(tokens, end),
        });
      }
    }
    for (let over = i + 1; over < end; over += 1) {
      const inner = tokens[over];
      reaches = reaches.filter((reach) => !reach.ends(over));
      if (inner && isRefused(reaches)) refused.push(inner);
    }
    i = end;
  }
  complain(tokens, found);
  return { found, refused };
}

const complaints = new Set(
  'takes took take adds added add delays delayed delay costs cost slows slowed slow blocks blocked blocking breaks annoys wastes'.split(
    ' ',
  ),
);

/** "Since the staged channel takes three days": a safeguard that is complained of as a reason is not going to be used. */
function complain(tokens: readonly Token[], found: readonly (Found & { cue: Cue })[]): void {
  for (let start = 0; start < tokens.length; start += 1) {
    if (!['because', 'since'].includes(tokens[start]?.raw ?? '')) continue;
    let end = start + 1;
    while (end < tokens.length && tokens[end]?.mark !== 'sentence') end += 1;
    if (!tokens.slice(start, end).some(({ raw }) => complaints.has(raw))) continue;
    for (const one of found)
      if (one.cue.kind === 'safeguard' && one.polarity === 1 && one.at > start && one.at < end)
        one.polarity = -1;
  }
}

/** Ways to say that something is not to be; what is missing ("without tests") is not refused. */
const refusing = new Set(['not', 'reject', 'avert', 'remove', 'compare']);

const isRefused = (reaches: readonly Reach[]): boolean =>
  reaches.some(({ name }) => name === 'guard') ||
  reaches.filter(({ name }) => refusing.has(name)).length % 2 === 1;

const times = (a: Polarity, b: Polarity, c: Polarity): Polarity => {
  const n = a * b * c;
  return n > 0 ? 1 : n < 0 ? -1 : 0;
};

function product(reaches: readonly Reach[], cue: Cue, at: number): Polarity {
  let n: Polarity = cue.absent ? -1 : 1;
  for (const { name, near } of reaches.filter(({ name }) => !refuses(name)))
    n = times(n, factor(name, cue, at < near), 1);
  // "Do not log the bodies of the login" says nothing against logins, "do not log in without MFA" much for MFA.
  for (const { name, near } of reaches.filter(({ name }) => refuses(name)))
    if (cue.kind !== 'safeguard' || n === -1 || at < near) n = times(n, factor(name, cue), 1);
  return n;
}

const refuses = (name: string): boolean => name === 'not' || name === 'reject' || name === 'avert';

/** What governs an operator that refers to the left: "must never be disabled". */
function outer(reaches: readonly Reach[], { cue }: { cue: Cue }): Polarity {
  let n: Polarity = 1;
  for (const { name } of reaches.filter((reach) => reach.name === 'not')) n = times(n, factor(name, cue), 1);
  return n;
}

/** Circumstances: doing away with something in this manner does not do away with the manner. */
const manners = new Set([
  'gradual',
  'rollback',
  'review',
  'urgent',
  'wishful',
  'production',
  'frequent',
  'lowstakes',
  'retention',
  'testing',
]);

/** What an operator does to a cue in its reach. Comparing, guarding or waiving says nothing against a safeguard. */
function factor(name: string, cue: Cue, near = true): Polarity {
  const safeguard = cue.kind === 'safeguard';
  if (name === 'guard') return safeguard ? 1 : 0;
  if (name === 'compare') return safeguard ? 0 : -1;
  if (name === 'defer' || name === 'waived') return safeguard ? -1 : 1;
  if (name === 'remove' && cue.name === 'featureflag') return 1;
  if (name === 'remove' && !near && (safeguard || manners.has(cue.name))) return 1;
  return name === 'remove' && (cue.name === 'urgent' || cue.name === 'wishful') ? 1 : -1;
}

const prepositions = new Set(
  'in after with by for from on at to into once when before as until without no'.split(' '),
);

function nearEnd(tokens: readonly Token[], start: number): number {
  let i = start;
  while (
    i < tokens.length &&
    i < start + 6 &&
    !tokens[i]?.mark &&
    !prepositions.has(tokens[i]?.raw ?? '') &&
    tokens[i]?.raw !== 'of'
  )
    i += 1;
  return i;
}

const performed = new Set(
  'used enabled performed done run active set configured available kept made taken checked in'.split(' '),
);

/** "ECB must not be used": what stands before it is done away with; of a safeguard only where it is said to be unused. */
function passive(
  tokens: readonly Token[],
  at: number,
  end: number,
  found: (Found & { cue: Cue })[],
  clauseStart: number,
): boolean {
  const be = copula.has(tokens[end]?.raw ?? '');
  if (!be && !copula.has(tokens[at - 1]?.raw ?? '')) return false;
  const predicate = tokens[be ? end + 1 : end]?.raw ?? '';
  for (const one of found.filter((other) => other.at >= clauseStart && other.at < at))
    if (one.cue.kind !== 'safeguard' || performed.has(predicate)) one.polarity = times(one.polarity, -1, 1);
  return true;
}

/** Whether an operator refers to what stands before it: "tests are skipped", "backups can wait", "TLS checks disabled". */
function lefts(
  name: string,
  tokens: readonly Token[],
  at: number,
  end: number,
  found: readonly (Found & { cue: Cue })[],
  clauseStart: number,
): boolean {
  if (name === 'defer' || name === 'waived')
    return found.some((one) => one.at >= clauseStart && one.at < at && one.cue.kind === 'safeguard');
  if (name === 'nil') return true;
  if (['not', 'no', 'without', 'guard'].includes(name) || at === clauseStart) return false;
  const raw = tokens[at]?.raw ?? '';
  if (!/(?:ed|en|off|out|banned)$/u.test(raw) && !/(?:off|out)$/u.test(tokens[end - 1]?.raw ?? ''))
    return false;
  const before = tokens.slice(Math.max(clauseStart, at - 3), at);
  return before.some((one) => copula.has(one.raw)) || (name === 'skip' && found.at(-1)?.end === at);
}

function governs(tokens: readonly Token[], at: number, clauseStart: number): boolean {
  const token = tokens[at];
  if (!token || !ambiguous.has(token.stem)) return true;
  return !token.noun && (at === clauseStart || beforeVerb.has(tokens[at - 1]?.raw ?? ''));
}

/** Where the reach of an operator ends; `start` is the first word it governs. */
function endOf(name: string, tokens: readonly Token[], start: number): (i: number) => boolean {
  return (i) => {
    const token = tokens[i];
    const next = tokens[i + 1]?.raw ?? '';
    const raw = token?.raw ?? '';
    if (i <= start) return token?.mark !== undefined && i === start && raw !== ',';
    if (raw === ',') return short(name) || clauseBegins(tokens, i + 1);
    if (token?.mark) return true;
    if (raw === 'and' || raw === 'or')
      return verb.has(next) && (raw === 'and' || short(name)) && name !== 'guard';
    if (breaks.has(raw)) return true;
    if (name === 'no') return i - start > 8;
    if (name === 'compare') return ['with', 'by', 'to', 'for'].includes(raw);
    if (name === 'not') return ['before', 'unless', 'until', 'after', 'once'].includes(raw);
    if (name === 'without') return prepositions.has(raw) || raw === 'then';
    if (name === 'reject') return ['by', 'unless', 'before'].includes(raw);
    if (name === 'avert' || name === 'guard') return ['with', 'by', 'unless', 'before'].includes(raw);
    if (name === 'skip') return prepositions.has(raw);
    if (name === 'remove') return stopsRemoval.has(raw) && raw !== 'and' && raw !== 'for';
    return ['before', 'after', 'until'].includes(raw);
  };
}

const short = (name: string): boolean => name === 'no' || name === 'without' || name === 'compare';

function clauseBegins(tokens: readonly Token[], at: number): boolean {
  const raw = tokens[at]?.raw ?? '';
  const next = tokens[at + 1]?.raw ?? '';
  if (raw === 'and' || raw === 'or') return verb.has(next) || subjects.has(next);
  return (
    verb.has(raw) ||
    subjects.has(raw) ||
    breaks.has(raw) ||
    ['which', 'not', 'with', 'without', 'then'].includes(raw) ||
    copula.has(next)
  );
}
