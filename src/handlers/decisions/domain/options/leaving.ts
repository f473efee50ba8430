/** Phrases of leaving, in English and German and the commonest of French and Spanish, without accents. */

type Phrase = readonly string[];
export type Phrases = ReadonlyMap<string, readonly Phrase[]>;

function phrasesOf(text: string): Phrases {
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

/** How many words the longest phrase has that begins at a word; 0 where none does. */
export const lengthAt = (index: Phrases, words: readonly string[], at: number): number =>
  index.get(words[at] ?? '')?.find((phrase) => phrase.every((one, i) => words[at + i] === one))?.length ?? 0;

/** What follows these is left. */
export const leavesNext =
  phrasesOf(`instead of, rather than, in place of, in lieu of, as opposed to, away from, out of, off of, no longer, move off, get off, gets off,
  get rid of, gets rid of, got rid of, no more, not, no, never, without, move off of, moved off, decide against, decided against, drop, drops, dropping, remove, removes, removing,
  retire, retires, retiring, sunset, sunsets, stop, stops, stopping, abandon, abandons, abandoning, ditch, ditches, scrap, scraps, forbid, forbids,
  ban, bans, reject, rejects, avoid, avoids, deprecate, deprecates, discontinue, discontinues, phase out, phases out, replace, replaces,
  replacing, supersede, supersedes, swap, swaps, leave, leaves, leaving, quit, quits, quitting, kill, kills, eliminate, eliminates, undo, revert, disable, disables,
  turn off, switch off, shut down, tear out, rip out, takes over from, take over from, taking over from, successor to, dont, doesnt, isnt, arent, wont, cannot, cant,
  give up, gives up, giving up, gave up, give up on, gives up on, do without, does without, doing without, cancel, cancels, cancelling, decline, declines,
  defer, defers, postpone, postpones, refuse, refuses, dismiss, skip, skips, exclude, excludes, shut, rip, rips, ripping, throw, throws, kick, kicks, tear, strip,
  pull the plug on, pulls the plug on, pulled the plug on, call time on, calls time on, call it quits with, cut ties with, wash our hands of, turn our back on,
  turn our backs on, we are done with, back out of, backs out of, backing out of, put an end to, puts an end to, wean off, weans off, wean ourselves off, mothball,
  mothballs, mothballing, dismantle, dismantles, jettison, jettisons, unplug, unplugs, axe the, axes the, nix the, bin the, lose the, farewell to, goodbye,
  goodbye to, say goodbye to, live without, go without, get by without, manage without, have no, has no, nobody touches, nobody runs,
  end of, the days of, back from, chosen over, chose over, preferred over, nobody needs, nobody wants, nobody uses, nobody used, outgrew,
  statt, anstatt, anstelle, anstelle von, ohne, kein, keine, keinen, keinem, keiner, nicht, nie, weg von, umstieg von, wechsel von, ablosung von, abschied von,
  abkehr von, verzicht auf, ersetzen, au lieu de, plutot que, sans, pas de, plus de, en lugar de, en vez de, sin`);

/** What stands before these is left. */
export const leavesBefore =
  phrasesOf(`removed, dropped, retired, deleted, superseded, abandoned, deprecated, decommissioned, discontinued, frozen,
  rejected, forbidden, disallowed, banned, abolished, scrapped, ditched, given up, thrown out, kicked out, switched off, turned off, shut down, phased out,
  ripped out, removed again, refused, prohibited, out, gone, dead, history, goes away, go away, goes now, go now, can go, must go, has to go, gives way, give way, gave way,
  replaced, swapped, swapped out, exchanged, no longer, overkill, not worth, isnt worth, not justified, too much, not needed, unnecessary,
  leaves, eliminated, disabled, killed, cancelled, canceled, postponed, deferred, declined, excluded, not renewed, isnt renewed, gets shut, is shut, are shut,
  is closed, are closed, made redundant, redundant, dispensable, obsolete, not an option, out of the question,
  sunset, sunsetted, mothballed, axed, wound down, winds down, has had its day, have had their day, was a mistake, were a mistake, is a dead end, was a dead end, on its way out,
  on the way out, on their way out, is done for, reaches end of life, is end of life, is eol, is more than we need, was more than we needed, not renewing, lapses,
  raus, weg, abgelost, ersetzt, abgeschaltet, abgeschafft, entfernt, geloscht, eingestellt, verworfen, aufgegeben, verboten, entfallt, entfallen, fallt weg, aufgelost,
  wieder ausgebaut, gekundigt, verzichtet, stillgelegt, abgekundigt, ausgemustert, nicht mehr, scheidet aus, uberflussig, lohnt nicht, remplace, supprime, abandonne, eliminado, reemplazado`);

/** A reason that says so of something complains of it: it is what was left. */
export const complains =
  phrasesOf(`hurt, hurts, broke, breaks, confused, confuses, lied, leaked, leaks, drowned, bloated, crashed, crashes, blew, hid, hides, stalled,
  stalls, choke, chokes, trashed, lacks, lack, lacked, cant, couldnt, cannot, could not, can not, failed, fails, ate, eats, slipped, suffers, suffered,
  was too, is too, were too, are too, got too, gets too, became too, was slow, is slow, are slow, was flaky, is flaky, was unreliable, is unreliable, was painful,
  is painful, was hopeless, is hopeless, was stale, always stale, is silly, is impossible, are impossible, was impossible, were impossible, is hard, was hard,
  cost more, costs more, cost us, costs us, cost too, costs too, kills us, kill us, killed us, was killing, were killing, kept, keep dying, keeps breaking, keeps failing,
  war zu, waren zu, ist zu, sind zu, reichte nicht, reichten nicht, reicht nicht, reichen nicht, fehlt, fehlen, uberfordert, uberfordern, kostet mehr,
  kosten mehr, kostete, kosteten, dauerte, dauerten, dauert zu, nervt, nervte`);

export const denials: ReadonlySet<string> = new Set('not never dont doesnt wont cannot nicht nie'.split(' '));
/** Verbs that a denial turns round: "do not drop". */
export const verbsOfLeaving: ReadonlySet<string> = new Set(
  'drop remove retire stop abandon ditch scrap replace leave quit kill delete disable undo touch split'.split(
    ' ',
  ),
);
