import type { Word } from './names/words.ts';
import { wordsOf } from './names/words.ts';

/**
 * What a word or phrase says about the option after it:
 *
 * - `adopt`: it is chosen; `keep`: it is chosen and was in use before.
 * - `stop`: it was in use and is no longer; `forbid`: it is not to be used.
 * - `replace`: it gives way to what follows `with`, `by` or `to`; `substitute`: to what stands before `for`.
 * - `move`: it is moved; what follows `from` is left and what follows `to` is chosen.
 * - `take`: it is taken in, or out of or off something; `leave`: it is left, for another or as it is.
 * - `replacing`: it gives way to what stands before.
 * - `instead`: it was weighed against what is chosen, and rejected.
 * - `not`, `noLonger`: the next cue is reversed; without one, it is rejected.
 */
export type CueKind =
  | 'adopt'
  | 'keep'
  | 'stop'
  | 'forbid'
  | 'replace'
  | 'substitute'
  | 'move'
  | 'take'
  | 'leave'
  | 'replacing'
  | 'instead'
  | 'not'
  | 'noLonger'
  | 'favour';

/** Phrases by what they say; words are compared by stem. */
const phrases: Record<CueKind, string> = {
  adopt: `use, adopt, choose, pick, select, prefer, go with, go for, opt for, opt in to, settle on, standardize on,
    standardise on, introduce, switch to, switch over to, switch back to, move to, move over to, move onto, migrate to,
    convert to, port to, change to, transition to, fall back to, roll out, embrace, favour, favor, employ, utilize,
    utilise, rely on, bet on, commit to, default to, upgrade to, upgrade, try, enable, turn on, start using, add, put,
    make use of, allow, require, mandate, enforce, trial, pilot, implement, set up, install, bring in, build on, base on, choose to use,
    double down on, invest in, approve, accept, go all in on, pay for, subscribe to, sign up for, buy, purchase, launch, establish, start a, start an, kick off`,
  keep: `keep, keep using, keep on using, stay with, stay on, stick with, stick to, continue with, continue using, continue to use,
    remain on, remain with, retain, maintain, preserve, hold on to`,
  stop: `drop, remove, retire, stop, stop using, deprecate, decommission, sunset, abandon, discontinue, phase out, take out,
    get rid of, kill, eliminate, ditch, scrap, move off, move off of, move away from, migrate off, migrate off of, migrate away from, get off, switch off, switch away from,
    turn off, disable, rip out, quit, cease, cut, purge, pull out of, walk away from, shut down, wind down, delete, uninstall, transition off, transition away from, give up, give up on, close, cancel, exit, terminate,
    undo, dump, say goodbye to, wave goodbye to, part with, part ways with, let go of, do away with, throw out, throw away, tear out, move on from,
    pull the plug on, call time on, call it quits with, cut ties with, sever ties with, wash our hands of, turn our back on, turn our backs on, we are done with,
    back out of, back away from, bow out of, step away from, put an end to, bring an end to, break with, break up with, wean off, wean ourselves off,
    mothball, dismantle, jettison, unplug, axe the, axe our, nix the, nix our, bin the, bin our, lose the, goodbye, goodbye to, farewell,
    farewell to, live without, do without, go without, get by without, make do without, manage without, cope without`,
  forbid: `avoid, ban, forbid, prohibit, disallow, reject, refuse, rule out, decide against, skip, hold off on, hold off,
    postpone, defer, say no to, block, turn down, pass on, steer clear of, stay away from, outlaw, veto, refrain from, dismiss, decline, bypass, opt out of,
    delay, put off, put on hold, shelve`,
  replace: `replace, swap, swap out, trade, exchange, supersede`,
  substitute: `substitute`,
  move: `move, migrate, switch, convert, port, transition, rewrite, consolidate, merge, unify, go back, revert, return,
    roll back, take over`,
  take: `take, pull, rip`,
  leave: `leave`,
  replacing: `take the place of, take over from, replace`,
  instead: `instead of, rather than, in place of, as opposed to, in preference to, versus, vs, in lieu of, as an alternative to,
    as a replacement for, over`,
  not: `not, dont, do not, never, no, cannot, wont, shouldnt, without, against`,
  noLonger: `no longer, no more, not anymore`,
  favour: `in favour of, in favor of`,
};

type Cue = { kind: CueKind; stems: readonly string[]; text: string };
export type FoundCue = Cue & { start: number; end: number };

/** Cues that a subject may stand before: "all Cypress tests move to Playwright". */
export const movesTo: ReadonlySet<string> = new Set(
  ['move', 'migrate', 'switch', 'convert', 'port', 'transition', 'change'].map((verb) => `${verb} to`),
);

const cues = new Map<string, Cue[]>();
for (const [kind, list] of Object.entries(phrases) as [CueKind, string][])
  for (const text of list.split(',').map((one) => one.trim().replace(/\s+/g, ' '))) {
    const stems = wordsOf(text).map((word) => word.stem);
    const first = stems[0] ?? '';
    cues.set(first, [...(cues.get(first) ?? []), { kind, stems, text }]);
  }
for (const list of cues.values()) list.sort((a, b) => b.stems.length - a.stems.length);

/** The longest cue that begins at a word. */
export function cueAt(words: readonly Word[], start: number): FoundCue | undefined {
  const found = cues
    .get(words[start]?.stem ?? '')
    ?.find(({ stems }) => stems.every((stem, i) => words[start + i]?.stem === stem));
  return found && { ...found, start, end: start + found.stems.length };
}

const stemsOf = (list: string): ReadonlySet<string> => new Set(wordsOf(list).map(({ stem }) => stem));

/** Words that may stand before the deciding verb, or say nothing of their own. */
export const fillers =
  stemsOf(`we i they you team our us it they lets let should will would shall must can could may might
  decide decided decision agreed agree plan planned want wanted need needed propose proposal proposed going go recommend recommended suggest
  prefer choose opt continue to the a an of in have has had been be is are was were just now also then please always only that for all
  new any further more ever really both either start begin try proceed consider considering do does did re ve ll company engineering policy rule`);

/** Words before a noun that are no part of its name. */
export const determiners =
  stemsOf(`the a an our their its this that these those any all some every each new existing current
  own more further own old legacy existing single proper dedicated simple plain separate shared support use usage dependency of both
  entire whole own additional different another dedicated custom only just`);

/** Words that begin the part of a clause that says where, what for or why. */
export const prepositions =
  stemsOf(`for in on at of with via through using by behind inside into to under as from because since when
  so where while which that if until during before after across per between and or plus within without against whenever unless
  around off onto upon along alongside atop despite due given among towards but than`);

/** Those that may stand before what a thing is done with. */
export const instruments: ReadonlySet<string> = new Set([
  ...stemsOf('with via through using by behind in on to inside into onto as under atop'),
  '(',
]);

/** Those that begin a reason or a purpose: options named there are not decided on. */
export const reasons = stemsOf(
  'because since when while if until unless whenever despite due given before after',
);
