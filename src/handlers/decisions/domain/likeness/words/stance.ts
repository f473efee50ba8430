import type { Word } from '../../options/names/words.ts';

/** What a statement says of a word: what it is for, what it leaves, refuses or was chosen over, or why it was decided. */
export type Stance = 'chosen' | 'left' | 'reason';

const listOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** What follows these is left. */
const leavesNext =
  phrasesOf(`instead of, rather than, in place of, in lieu of, as opposed to, away from, out of, off of, no longer, move off,
  get rid of, gets rid of, got rid of, no more, not, no, never, without, decide against, decided against, drop, drops, dropping, remove, removes, removing,
  retire, retires, retiring, sunset, sunsets, stop, stops, stopping, abandon, abandons, abandoning, ditch, ditches, scrap, scraps, forbid, forbids,
  ban, bans, reject, rejects, avoid, avoids, deprecate, deprecates, discontinue, discontinues, phase out, phases out, replace, replaces,
  replacing, supersede, supersedes, swap, swaps, leave, leaves, leaving, quit, kill, kills, eliminate, eliminates, undo, revert, disable, disables,
  turn off, switch off, shut down, tear out, rip out, takes over from, take over from, taking over from, successor to, dont, doesnt, isnt, arent, wont, cannot, cant,
  statt, anstatt, anstelle, anstelle von, ohne, kein, keine, keinen, keinem, keiner, nicht, nie, weg von, umstieg von, wechsel von, ablosung von, abschied von,
  abkehr von, verzicht auf, au lieu de, plutot que, sans, pas de, plus de, en lugar de, en vez de, sin`);

/** What stands before these is left. */
const leavesBefore =
  phrasesOf(`removed, dropped, retired, deleted, superseded, abandoned, deprecated, decommissioned, discontinued, frozen,
  rejected, forbidden, disallowed, banned, abolished, scrapped, ditched, given up, thrown out, switched off, turned off, shut down, phased out,
  ripped out, removed again, refused, prohibited, out, gone, dead, history, goes away, go away, can go, must go, has to go, gives way, give way, gave way,
  replaced, swapped, swapped out, exchanged, no longer, overkill, not worth, isnt worth, not justified, too much, not needed, unnecessary,
  leaves, eliminated, disabled, killed, cancelled, postponed, not renewed, isnt renewed, gets shut, made redundant, redundant,
  raus, weg, abgelost, ersetzt, abgeschaltet, abgeschafft, entfernt, geloscht, eingestellt, verworfen, aufgegeben, verboten, entfallt, entfallen, fallt weg,
  stillgelegt, abgekundigt, ausgemustert, nicht mehr, scheidet aus, uberflussig, lohnt nicht, remplace, supprime, abandonne, eliminado, reemplazado`);

/** A phrase of what is left ends here. */
const ends =
  listOf(`with by for because since as so to onto but and when while which that who if after before in from → -> =>
  now durch mit zu zugunsten fur weil da damit denn wenn und aber sondern auf pour para por`);
const clauseEnds = listOf(`, ; : ( ) . ! ? – —`);
const beginsReason = listOf(`because since as so weil denn da due car porque damit`);
const subjects = listOf(`we i they you team will to should must lets wir`);
const auxiliaries = listOf(
  `is are was were be been being get gets got has have had wird werden wurde wurden ist sind`,
);
const moving =
  listOf(`move moves moved moving migrate migrates migrated migration switch switches switched port ported convert converted
  change changed upgrade upgraded transition go goes umstieg wechsel leave leaves left return umzug wechseln`);
const origins = listOf('from von');
const arrows = listOf('→ -> =>');
const instruments = listOf('by with durch mit gegen');

type Phrase = readonly string[];
function phrasesOf(text: string): ReadonlyMap<string, readonly Phrase[]> {
  const index = new Map<string, Phrase[]>();
  for (const phrase of text.split(',').map((one) => one.trim().split(/\s+/))) {
    const first = phrase[0] ?? '';
    index.set(
      first,
      [...(index.get(first) ?? []), phrase].toSorted((a, b) => b.length - a.length),
    );
  }
  return index;
}

const lengthAt = (
  index: ReadonlyMap<string, readonly Phrase[]>,
  words: readonly string[],
  at: number,
): number =>
  index.get(words[at] ?? '')?.find((phrase) => phrase.every((one, i) => words[at + i] === one))?.length ?? 0;

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
  let subject = start;
  for (let i = start; i < end; i += 1) {
    const word = words[i] ?? '';
    if (word === 'and' || word === 'und' || word === 'but' || word === 'aber') subject = i + 1;
    if (arrows.has(word)) set(subject, i, 'left');
    const before = lengthAt(leavesBefore, words, i);
    if (before > 0 && isSaidOf(words, subject, i, i + before)) {
      set(subject, leftUpTo(words, subject, i), 'left');
      // Either side of "leaves" may be what is given up.
      if (word !== 'leaves') {
        i += before - 1;
        continue;
      }
    }
    const next = lengthAt(leavesNext, words, i) || (before > 0 ? before : 0);
    if (next > 0) {
      let to = i + next;
      while (to < end && !ends.has(words[to] ?? '')) to += 1;
      set(i + next, to, 'left');
      i = Math.max(i, to - 2);
      continue;
    }
    if (origins.has(word) && leads(words, start, i, end)) {
      let to = i + 1;
      while (to < end && !ends.has(words[to] ?? '') && words[to] !== 'auf') to += 1;
      set(i + 1, to, 'left');
    }
  }
}

/** A subject stands before: "Bazel removed", not "we removed Bazel". */
const isSaidOf = (words: readonly string[], subject: number, at: number, after: number): boolean =>
  at > subject &&
  !subjects.has(words[at - 1] ?? '') &&
  (words[at] !== 'replaced' || auxiliaries.has(words[at - 1] ?? '') || instruments.has(words[after] ?? '')) &&
  // "out" and the like stand at the end of a phrase.
  (words[at] !== 'out' || words[after] !== 'of');

/** "Jenkins wird durch Actions ersetzt": what is left ends before what takes its place. */
function leftUpTo(words: readonly string[], subject: number, at: number): number {
  const by = words.findIndex((word, i) => i > subject && i < at && (word === 'durch' || word === 'von'));
  return by === -1 ? at : by;
}

/** "from" leads away after a verb of moving, or before "to". */
const leads = (words: readonly string[], start: number, at: number, end: number): boolean =>
  words[at + 1] !== 'now' &&
  words[at + 1] !== 'scratch' &&
  (words.slice(start, at).some((word) => moving.has(word)) ||
    words.slice(at, end).some((word) => word === 'to' || arrows.has(word)));
