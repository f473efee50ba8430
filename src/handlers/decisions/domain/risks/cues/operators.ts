/**
 * Words that turn around or suspend what they govern, one class a line. What a class does is in ../polarity.ts; forms of a
 * word need no entry of their own.
 */
export const operators = `
not: not, never, no longer, nobody may, no one may, neither, nor, no more, can not, must not, may not, should not,
  nothing may, under no circumstances, refrain from, hold off on, no circumstance
no: no, zero, none of, nothing, no one, nobody
without: without, lacking, lack, lack of, missing, absent, sans, minus, free of, devoid of, in absence of, regardless of,
  independent of, nowhere near
avert: prevent, avoid, protect from, prevention of, keep from, stop attack
reject: forbid, forbidden, ban, prohibit, disallow, block, reject, refuse, deny, outlaw, exclude, veto, rule out,
  stop, cease, quit, stay away from, say no to, disable use of, do away with, put end to,
  end, throw away, bar, steer clear of, opposed to, discourage, ban on, abort
remove: remove, eliminate, get rid of, rid of, scrub, rip out, strip, take out, take ~ out, take down, pull out, phase out, retire, deprecate,
  sunset, decommission, abandon, give up, discontinue, kill, abolish, revoke, delete, purge, undo, revert, unset,
  clean out, drop, erase, cut, clear, weed out, root out, unwind, withdraw, move out of, keep out of, out of, stay out of,
  detach, unbind, removal of, take away, tear out, replace use of
compare: replace, swap, exchange, substitute, instead of, rather than, in place of, as opposed to, move away from,
  move off, migrate away from, migrate off, migrate from, move from, switch from, convert from, port from, upgrade from,
  change from, go from, get off, switch away from, in lieu of, unlike, trade, supersede, in preference to, from plain,
  as alternative to, not from
skip: skip, disable, turn off, switch off, bypass, omit, ignore, suppress, defer, postpone, delay, forgo, forego, waive,
  relax, loosen, weaken, lift, override, circumvent, opt out of, opt function out of, deactivate, comment out, mute, silence,
  neglect, cancel, pause, put off, dispense with, leave out, leave off, get around, work around, exempt, spare, no need for,
  need no, do without, save ourselves, leave away, opt out, make optional, cut out, forget about, forget,
  not bother with, do not bother with, not bother to, not bother, not worry about, not wait for, switching off,
  not use any, downgrade, get by without, make do without, shortcut, exempt from, remove need for,
  rather not have, not keep, not hold up by, not require, set aside, turn down, not set up, not have
guard: detect, scan for, scan ~ for, check for, alert on, warn, flag, monitor, watch, audit, look for, report, test for,
  protect, protect against, guard, guard against, defend against, defend, mitigate, fix, patch, harden, remediate,
  address, escape, sanitize, sanitise, limit, investigate, evaluate, assess, discuss, document, review, restrict,
  reduce, minimize, minimise, shorten, survive, recover from, teach, explain, confine, narrow, quarantine, isolate,
  secure, mask, redact, rotate, tokenize, catch, cap, search for, contain, shield, cure,
  warn about, close, validate, dry run, sandbox, wrap, incident in which, incident where, outage in which, lab on, course on, course about, training on,
  workshop on, section about, section on, chapter about, chapter on, postmortem of, post mortem of, write up of, blog post about, talk about, talk on, lesson on, exercise on, quiz on
nil: to false, to off, to none, to deny, to no, is false, set false
defer: later, afterwards, after launch, after release, next quarter, next sprint, next month, next year, someday, some day,
  eventually, in future, once we have time, when we have time, when there is time, can wait, post launch, down road,
  follow up ticket, if time allows, at some point, once things calm down, after go live, for another day, when needed,
  in next iteration, second phase, after deadline, when somebody complains, after fact
waived: not needed, not need, do not need, not have to, not necessary, not required, not worth, no longer needed, unnecessary, superfluous, overkill, too slow for,
  optional, too slow, too much ceremony, too much work, too expensive, too much effort, waste of time, not priority,
  nice to have, be off, stay off, do without, not apply, take too long, slow us down, slows us down, get in way, bureaucratic, redundant,
  would only slow, only slow, only cost time, cost too much time, be skipped, left out, left off, switched off, turned off,
  not matter, not there yet, will not be needed, be missing, disabled, in way, not be compared, not need to be, bureaucracy,
  formality, ceremony, for later, unneeded, never mind, off, not planned, not foreseen, not prepared, not in place, not possible, impossible, not exist, not available, not yet, nowhere
`;
/** Verbs in their base form: after a comma or "and" they begin a clause of their own. */
export const verbs = `
use adopt add allow apply attach avoid back ban bind block build buy call cap change check choose clean commit configure copy
create cut define delete deploy deny disable do document drop enable encrypt ensure escape export expose fail fetch flag force
generate give grant hash have host import index install invoke isolate issue keep launch leave let limit load lock log make
mandate merge migrate monitor mount move open parse pass pin point prefer provision publish pull purge push put raise read
redirect refuse reject release remove rename render replace require restore restrict retry return revoke roll rotate run sanitize
scan schedule send serve set share ship sign skip split start stop store strip switch take terminate test track trigger truncate
turn upgrade upload validate verify wait wipe wrap write rely expect trust accept evaluate swap draw rebuild restart resize
`;
