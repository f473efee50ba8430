import type { Clause } from '../grammar/clause.ts';
import { agent, factual, future, happened, has, modal, negated, type Rule } from './rule.ts';

const trouble =
  '(?:risks?|bugs?|defects?|faults?|flaws?|problems?|outages?|incidents?|failures?|errors?|regressions?|vulnerabilit(?:y|ies)|leaks?|cracks?|damages?|shortages?|bottlenecks?|blockers?|hazards?|dangers?|threats?|mould|mold|rust|infections?|contamination|discrepanc(?:y|ies)|mismatch(?:es)?|backlogs?|overruns?|downtime|injur(?:y|ies)|accidents?|allerg(?:y|ies)|complications?|side effects?|shortfalls?|deficits?|single point of failure|data loss|deadlocks?|race conditions?|timeouts?|crash(?:es)?|exceptions?|breach(?:es)?|gaps? in|weakness(?:es)?|warning signs?|burn-?out|holes? in|pests?|blight|concerns?|delays?|red flags?|blank (?:page|screen)|misunderstandings?|bleeding|swelling|rash|pain|fever|dizziness|nausea|headaches?|cough|vomiting|dizzy spells?|(?:grinding|strange|odd|rattling|weird|burning|funny) (?:noise|sound|smell)s?)';
const bad =
  '(?:broken|faulty|defective|flaky|unstable|unreliable|unsafe|dangerous|corrupted|corrupt|corroded|contaminated|incomplete|overdue|insecure|vulnerable|inconsistent|inaccurate|incorrect|wrong|late|damp|mouldy|moldy|rusty|damaged|stuck|blocked|delayed|down|overloaded|understaffed|behind|over budget|at risk|out of (?:stock|memory|date|sync|tolerance|spec|control)|worrying|alarming|fragile|missing|too (?:high|low|hot|cold|late|close)|running (?:late|low|out|short)|short (?:on|of)|leaking|loose|cracked|infested|inadequate|insufficient|exposed|unpatched|untested|misaligned|unresponsive|failing|torn|dented|crushed|scratched|bent|worn out|jammed|clogged|crooked)';
const cleared = new RegExp(
  String.raw`\b(?:no|without|zero|any|fix(?:ed|es)?|resolved|solved|closed|avoid(?:ed|s)?|prevent(?:ed|s)?|if) (?:[\w-]+ ){0,3}${trouble}\b`,
);
const discovers =
  /\b(?:found|discovered|uncovered|detected|spotted|noticed|identified|reported|hit|revealed|showed|saw|ran into|came across|flagged|raised)\b/;

const own = (c: Clause): boolean =>
  c.subject === 'first' &&
  /^(?:miss|skip|break|burn|tip|block|tear|panic|bounce|hang|freeze|strain)$/.test(c.verb?.base ?? '');

/** A defect, failure or danger, or a doubt about quality, time or cost. */
export const quality: Rule[] = [
  {
    cue: /^/,
    confidence: 0.8,
    where: (c) =>
      has(c, 'fail') &&
      !negated(c) &&
      !modal(c) &&
      c.verb?.tense !== 'proposal' &&
      !(future(c) && agent(c)) &&
      c.subject !== 'second' &&
      !own(c) &&
      !(/^(?:hang|freeze|block|skip)$/.test(c.verb?.base ?? '') && agent(c)),
  },
  {
    cue: /\b(?:could|may|might)\b/,
    confidence: 0.6,
    where: (c) =>
      has(c, 'fail') && modal(c) && !negated(c) && c.subject !== 'second' && c.subject !== 'first',
  },
  {
    cue: /\b(?:ran|runs?|running|run) (?:out|late|over|short|low|dry|hot|\w+ (?:days?|weeks?|hours?) late)\b|\btim(?:es?|ed|ing) out\b|\b(?:broke|breaks?|breaking|broken|went|goes|is|are|was) (?:down|off|bad)\b|\b(?:fell|falls?|falling|fallen|lagging|slipping) (?:behind|apart|over|ill|through)\b|\bgave way\b|\bfill(?:ed|s|ing) up\b|\bcut out\b|\bact(?:s|ed|ing) up\b|\bback(?:s|ed)? up\b|\bcame (?:loose|off|through)\b/,
    confidence: 0.75,
    where: (c) => c.subject !== 'first' && c.subject !== 'second' && !negated(c),
  },
  {
    cue: /\b(?:not|never|hardly) (?:\w+ )?(?:work|working|start|respond|responding|load|loading|match|matching|fit|open|close|compile|converge|answer|add up|hold|turn on|boot|scale|arrive|arrived|sync|render|pass|scale|charge|print|connect|reach|drain|heat|cool)\b/,
    confidence: 0.75,
    where: (c) => c.subject === 'thing' || c.subject === 'none' || c.subject === 'person',
  },
  {
    cue: /\bwarn(?:s|ed|ing)? (?:(?:me|us|him|her|them|you|everyone|the \w+) )?(?:that|of|about|against)\b/,
    confidence: 0.75,
    where: (c) => factual(c) && c.subject !== 'second' && c.verb?.tense !== 'proposal',
  },
  { cue: /\b(?:blocked|stuck|stalled) (?:on|by|at|with|waiting)\b/, confidence: 0.75, where: factual },
  {
    cue: /\b(?:worr(?:ied|ies|y|ying)|concern(?:ed|s|ing)?|(?<!am )(?<!are )afraid|afraid (?=of|that)|nervous|anxious|bothers? (?:me|us)|fears?|feared|alarmed|uneasy) (?:about|that|is|by|me|us|of|the|we|it|over|:)/,
    confidence: 0.8,
    where: (c) => !negated(c),
  },
  {
    cue: /\b(?:risk(?:s|y)? (?:of|that|is|:|remains|to|here)|at risk|at stake|danger (?:of|that)|threatens? to|prone to|fails? to|failed (?:to|its|the)|unable to|can not (?:rule out|guarantee|reproduce|be restored|keep up|cope)|no (?:backup|redundancy|fallback|slope)|single point|only one (?:engineer|person|nurse|operator|developer)|(?:not) (?:been )?(?:tested|backed up|insured|covered|compliant)|still (?:stops|fails|crashes|leaks|hangs|happens|occurs)|only \w+ knows|lacks?|without (?:a )?(?:backup|test|date|signature)|hardly any)\b/,
    confidence: 0.7,
    where: (c) => c.verb?.tense !== 'proposal' && c.subject !== 'second',
  },
  {
    cue: /\b(?:could|might|may) (?:not (?:make|be ready|finish|hold|arrive|last|meet)|lead to|cause|delay|break|fail|result in|jeopardi[sz]e|back up|slip|overrun|collapse|leak|hurt|miss|lose|be (?:unreliable|late|delayed|lost|exposed|unsafe|wrong|compromised))/,
    confidence: 0.7,
    where: (c) => c.subject !== 'second',
  },
  {
    cue: new RegExp(
      String.raw`\b(?:is|are|was|were|'s|be|been|looks?|looked|seems?|seemed|came back|found|got|still|arrived|remains?|reported|keeps?) (?:\w+ ){0,3}${bad}\b`,
    ),
    confidence: 0.7,
    where: (c) => factual(c) && !future(c) && c.subject !== 'first' && c.subject !== 'second',
  },
  {
    cue: /\b(?:had|has|have|with|shows?|showed) (?:(?:a|an|the|two|three|several|many|some) )?(?:broken|crushed|torn|dented|bent|scratched|cracked|damaged|faulty|defective|corrupt(?:ed)?|rusty|mould?y|loose|burnt) \w+/,
    confidence: 0.75,
    where: (c) => factual(c) && c.subject !== 'first' && c.subject !== 'second',
  },
  {
    cue: new RegExp(String.raw`\b${trouble}\b`),
    confidence: 0.7,
    where: (c) =>
      !cleared.test(c.text) &&
      factual(c) &&
      !(future(c) && agent(c)) &&
      !(has(c, 'do') && happened(c) && agent(c) && !discovers.test(c.text)) &&
      c.verb?.tense !== 'proposal',
  },
  {
    cue: /\b(?:latency|error rates?|response times?|load|pressure|temperature|signal|performance|accuracy|attendance|quality|heart rate|sugar|yield|sales|conversion|throughput|oxygen|latency|humidity|weight|appetite|mood|morale) (?:\w+ )?(?:dropped|doubled|tripled|fell|rose|spiked|jumped|climbed|plunged|soared|slumped|declined|drops|falls|rises|spikes)\b|\b(?:low|poor|brown|strange|unusual|no) (?:pressure|water|signal|power|heating|visibility|attendance)\b/,
    confidence: 0.85,
    where: (c) => factual(c) && !/\bfrom\b.+\bto\b/.test(c.text),
  },
  {
    cue: /\b(?:fell|falls|fallen|dropped|drops|sank|rose|climbed|went) (?:\w+ )?(?:below|under|above|beyond|over)\b|\b(?:get|gets|getting|got|becoming|became|grew|growing) (?:\w+ )?(?:worse|weaker|unstable|out of hand)\b|\bdropp(?:ed|ing) out\b|\bshort (?:of|on)\b|\bkeeps? (?:on )?\w+ing\b/,
    confidence: 0.7,
    where: (c) => factual(c) && !future(c) && (c.subject !== 'first' || /\bshort\b/.test(c.text)),
  },
  {
    cue: /\b(?:below|above|over|under|beyond|exceed(?:s|ed)?|outside) (?:the )?(?:allowed |agreed |legal |safe )?(?:limit|threshold|target|norm|tolerance|spec|window|budget)\b/,
    confidence: 0.7,
    where: factual,
  },
];
