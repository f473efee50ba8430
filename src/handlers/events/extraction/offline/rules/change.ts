import type { Clause } from '../grammar/clause.ts';
import { agent, factual, future, happened, has, linking, negated, type Rule, stands, time } from './rule.ts';

const altered =
  '(?:changed|altered|amended|adjusted|adapted|revised|shifted|moved|relocated|postponed|deferred|rescheduled|rearranged|prolonged|extended|shortened|cut|reduced|lowered|decreased|dropped|halved|raised|increased|doubled|tripled|expanded|narrowed|renamed|rebranded|switched|swapped|replaced|substituted|converted|cancell?ed|scrapped|withdrawn|removed|discontinued|deprecated|tightened|relaxed|upgraded|downgraded|bumped|reverted|reversed|reallocated|reorgani[sz]ed|restructured|suspended|paused|redesigned|redefined|shrank|shrunk|rose|risen|grew|grown|enlarged|trimmed|broadened|widened|advanced|updated|transitioned|split|curtailed|scaled)';
/** Elements of a plan: replacing one is a change, while replacing a filter is work. */
const planned = new RegExp(
  String.raw`\b(?:with|by|to|from|out of|option|feature|scope|plan|schedule|support|requirements?|policy|budget|agenda|order|version|release|name|title|dose|approach|strategy|process|${time})\b`,
);

const isWork = (c: Clause): boolean =>
  agent(c) &&
  !c.verb?.passive &&
  /\w/.test(c.words[(c.verb?.at ?? 0) + 1]?.raw ?? '') &&
  !(c.verb?.base === 'raise' && /\b(?:to|from|by)\b/.test(c.text)) &&
  /^(?:replace|move|remove|update|cut|split|drop|change|raise|double|adjust|trim|redesign|convert)$/.test(
    c.verb?.base ?? '',
  ) &&
  (c.verb?.base === 'raise' || !planned.test(c.text));

/** A date, plan, scope, price, duty or other state changes. */
export const change: Rule[] = [
  { cue: /\bfrom\b.+\bto\b/, confidence: 0.95, where: (c) => has(c, 'change') && factual(c) },
  { cue: /^[^,]+ from .+ to .+/, confidence: 0.6, where: (c) => happened(c) && c.subject === 'thing' },
  {
    cue: /\b(?:push(?:ed|es|ing)? (?:back|out|to)|put(?:s|ting)? (?:off|back)|(?:brought|brings?|bringing) forward|mov(?:ed?|es|ing) (?:forward|up|back|to|from)|(?:went|goes?|gone|going) (?:up|down) (?:from|to|by|because)|went from|scal(?:ed|ing) (?:back|down|up)|cut (?:back|down|from|to|by)|phas(?:ed|ing) out|roll(?:ed|ing) back|swapped (?:out|for)|switch(?:ed|es|ing)? (?:to|from|over)|chang(?:ed?|es) (?:to|from)|slip(?:ped|s)? (?:to|from|into|by)|(?:push|mov|put|br[io][nu]g|drag)\w* (?:\S+ ){1,5}(?:back|forward|out) (?:a|by|to|until|one|two|three|\d)|delayed (?:to|until))\b/,
    confidence: 0.85,
    where: (c) => factual(c) && c.verb?.tense !== 'proposal' && !(future(c) && agent(c)),
  },
  {
    cue: /\b(?:instead of|rather than|in place of|no longer|any ?more|used to|and not (?:in|on|at|the))\b/,
    confidence: 0.75,
    where: (c) =>
      c.verb !== undefined &&
      c.verb.tense !== 'modal' &&
      c.verb.tense !== 'proposal' &&
      c.subject !== 'second' &&
      !/\bplease\b/.test(c.text),
  },
  {
    cue: new RegExp(`\\b${altered}\\b`),
    confidence: 0.8,
    where: (c) =>
      has(c, 'change') &&
      happened(c) &&
      !isWork(c) &&
      c.words.length > 2 &&
      !(c.verb?.base === 'raise' && !c.verb.passive && !/\b(?:to|from|by)\b/.test(c.text)),
  },
  {
    cue: /\b(?:to|by|from|until|instead|with)\b/,
    confidence: 0.8,
    where: (c) =>
      has(c, 'change') &&
      !negated(c) &&
      ((stands(c) && c.subject === 'thing') ||
        (future(c) && (c.subject === 'thing' || c.verb?.passive === true))),
  },
  {
    cue: new RegExp(
      String.raw`\b(?:now|new)\b.*\b(?:${time}|price|budget|address|rate|dose|room|venue|location|limit|target|plan|schedule|\d+)\b|\b(?:${time}|price|budget|address|rate|dose|room|venue|location|limit|target)\b.*\b(?:now|instead)\b`,
    ),
    confidence: 0.68,
    where: (c) =>
      !negated(c) &&
      c.verb?.tense !== 'past' &&
      c.verb?.tense !== 'perfect' &&
      c.verb?.tense !== 'modal' &&
      (linking(c) ||
        /\b(?:leaves?|starts?|begins?|close[sd]?|opens?|runs?|meets?|takes? place|costs?|ends?|happens|falls|applies)\b/.test(
          c.text,
        )),
  },
  {
    cue: /\bnow (?:includes?|covers?|requires?|accepts?|contains?|uses?|applies|costs?|offers?|supports?|allows?|stands at|reads|at|in|on|called|known as)\b/,
    confidence: 0.68,
    where: (c) => c.subject === 'thing' && factual(c) && !c.verb?.passive,
  },
  {
    cue: /\bnot (?:be )?(?:on |in |at |the )?\S+(?: \S+){0,2} but\b|\b(?:a|one|two|three|four|\d+) (?:days?|weeks?|months?|hours?) (?:earlier|later|sooner) than\b|\b, not (?:on |in |at )?(?:the )?\d/,
    confidence: 0.75,
  },
  {
    cue: /\b(?:is|are|'s|has been|have been|was|were|gets?|got|will be) (?:now |being |all )*(?:postponed|rescheduled|delayed (?:to|until)|moved|shifted|extended|cancell?ed|renamed|replaced (?:by|with)|reduced|increased|shortened|brought forward|put off|pushed)\b/,
    confidence: 0.85,
    where: factual,
  },
  {
    cue: /\bchange of (?:plan|plans|scope|date|address|venue)\b|\bplans? (?:have |has )?changed\b|\bscope (?:change|cut|reduced)\b/,
    confidence: 0.7,
    where: factual,
  },
];
