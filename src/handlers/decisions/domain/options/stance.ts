import { complains, denials, leavesBefore, leavesNext, lengthAt, verbsOfLeaving } from './leaving.ts';
import type { Word } from './names/words.ts';

/** What a statement says of a word: what it is for, what it leaves, refuses or was chosen over, or why it was decided. */
export type Stance = 'chosen' | 'left' | 'reason';

const listOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** A phrase of what is left ends here. */
const ends =
  listOf(`with by for because since as so to into onto but and when while which that who if after before in from → -> =>
  now durch mit zu zugunsten nach fur weil da damit denn wenn und aber sondern auf pour para por`);
const clauseEnds = listOf(`, ; : ( ) . ! ? – —`);
const beginsReason = listOf(`because since as so weil denn da due car porque damit`);
const beginsPurpose = listOf(`so damit`);
const joins = listOf('and und but aber');
const subjects = listOf(`we i they you team will to should must lets wir`);
/** "flagged as deleted", "really deleted": how, and not that. */
const states = listOf('as soft hard really physically');
const auxiliaries = listOf(
  `is are was were be been being get gets got has have had wird werden wurde wurden ist sind`,
);
const moving =
  listOf(`move moves moved moving migrate migrates migrated migration switch switches switched port ported convert converted
  change changed upgrade upgraded transition go goes umstieg wechsel leave leaves left return umzug wechseln wechselt ziehen zieht umziehen migrieren
  migriert wandern wandert umgestellt stellen`);
const origins = listOf('from von');
const arrows = listOf('→ -> =>');
const goals = listOf('to zu auf nach');
const instruments = listOf('by with durch mit gegen');

/** The stance of each word. */
export function stancesOf(statement: readonly Word[]): Stance[] {
  const words = statement.map(({ lower }) => lower.normalize('NFD').replace(/\p{M}/gu, ''));
  const stances: Stance[] = words.map(() => 'chosen');
  let start = 0;
  let reason = false;
  while (start < words.length) {
    let end = start;
    while (end < words.length && !clauseEnds.has(words[end] ?? '')) end += 1;
    if (beginsReason.has(words[start] ?? '')) reason = true;
    readClause(words, stances, start, end, reason);
    // After the first clause come reasons and circumstances.
    reason = true;
    start = end + 1;
  }
  return stances;
}

function readClause(
  words: readonly string[],
  stances: Stance[],
  start: number,
  end: number,
  reason: boolean,
): void {
  const set = (from: number, to: number, stance: Stance) => {
    for (let i = Math.max(from, start); i < Math.min(to, end); i += 1) stances[i] = stance;
  };
  if (reason) set(start, end, 'reason');
  const purpose = beginsPurpose.has(words[start] ?? '');
  let subject = start;
  for (let i = start; i < end; i += 1) {
    const word = words[i] ?? '';
    if (joins.has(word)) subject = i + 1;
    if (arrows.has(word)) set(subject, i, 'left');
    const kept = keeps(words, i, end);
    if (kept > 0) {
      i += kept - 1;
      continue;
    }
    const before = lengthAt(leavesBefore, words, i) || goesAway(words, start, i, end);
    if (before > 0 && isSaidOf(words, subject, i, i + before)) {
      set(subject, leftUpTo(words, subject, i), 'left');
      // Either side of "leaves" may be what is given up.
      if (word !== 'leaves') {
        i += before - 1;
        continue;
      }
    }
    if (reason && !purpose && i > subject && lengthAt(complains, words, i) > 0) {
      set(subject, i, 'left');
      // What it does wrong tells nothing of what was chosen.
      return;
    }
    if (denials.has(word) && auxiliaries.has(words[i - 1] ?? '')) set(subject, i, 'left');
    const next = lengthAt(leavesNext, words, i) || (before > 0 ? before : 0);
    if (next > 0) {
      const to = endOfLeft(words, i + next, end);
      set(i + next, to, 'left');
      // "rip X out of Y": that is no word of Y.
      i = words[to] === 'out' ? to + 1 : Math.max(i, to - 2);
      continue;
    }
    if (origins.has(word) && leads(words, start, i, end)) {
      let to = i + 1;
      while (to < end && !ends.has(words[to] ?? '') && words[to] !== 'auf') to += 1;
      set(i + 1, to, 'left');
    }
  }
}

function endOfLeft(words: readonly string[], from: number, end: number): number {
  let to = from;
  while (to < end && !ends.has(words[to] ?? '') && !(words[to] === 'out' && words[to + 1] === 'of')) to += 1;
  return to;
}

/** "do not drop", "is never removed", "not only": how many words say that nothing is left. */
function keeps(words: readonly string[], at: number, end: number): number {
  if (!denials.has(words[at] ?? '')) return 0;
  if (words[at + 1] === 'only' || words[at + 1] === 'just' || words[at + 1] === 'nur') return 2;
  for (let i = at + 1; i < Math.min(end, at + 3); i += 1) {
    const length = verbsOfLeaving.has(words[i] ?? '') ? 1 : lengthAt(leavesBefore, words, i);
    if (length > 0) return i + length - at;
  }
  return 0;
}

/** "The old table goes", "let the old table go": at the end of a clause only; "wind the old table down" anywhere. */
const goesAway = (words: readonly string[], start: number, at: number, end: number): number => {
  const parted = words.slice(start, at - 1).some((word) => partedVerbs.get(word) === words[at]);
  if (parted) return 1;
  return at + 1 === end && (words[at] === 'goes' || words[at] === 'geht') ? 1 : 0;
};
/** Verbs of leaving whose second half stands after what is left. */
const partedVerbs: ReadonlyMap<string, string> = new Map([
  ['let', 'go'],
  ['show', 'door'],
  ['wind', 'down'],
  ['winding', 'down'],
  ['shut', 'down'],
  ['turn', 'off'],
  ['switch', 'off'],
]);

/** A subject stands before: "Bazel removed", not "we removed Bazel". */
const isSaidOf = (words: readonly string[], subject: number, at: number, after: number): boolean =>
  at > subject &&
  !subjects.has(words[at - 1] ?? '') &&
  !states.has(words[at - 1] ?? '') &&
  (words[at] !== 'replaced' || auxiliaries.has(words[at - 1] ?? '') || instruments.has(words[after] ?? '')) &&
  // "out" and the like stand at the end of a phrase.
  (words[at] !== 'out' || words[after] !== 'of');

/** "Jenkins wird durch Actions ersetzt": what is left ends before what takes its place. */
function leftUpTo(words: readonly string[], subject: number, at: number): number {
  const by = words.findIndex((word, i) => i > subject && i < at && (word === 'durch' || word === 'von'));
  return by === -1 ? at : by;
}

/** "from" leads away after a verb of moving, before an arrow, and at the beginning: "from X to Y"; but not in "data flows from X to Y". */
const leads = (words: readonly string[], start: number, at: number, end: number): boolean =>
  words[at + 1] !== 'now' &&
  words[at + 1] !== 'scratch' &&
  (words.slice(start, at).some((word) => moving.has(word)) ||
    words.slice(at, end).some((word) => (at === start && goals.has(word)) || arrows.has(word)));
