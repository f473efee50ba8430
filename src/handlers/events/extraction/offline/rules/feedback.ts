import type { Clause } from '../grammar/clause.ts';
import { agent, agentish, factual, future, has, linking, modal, negated, type Rule } from './rule.ts';

const opinion =
  '(?:great|good|excellent|brilliant|fantastic|superb|clear|clearer|helpful|useful|unhelpful|useless|easy|easier|intuitive|friendly|friendlier|nice|lovely|wonderful|impressive|convincing|unconvincing|powerful|solid|beautiful|polished|smooth|responsive|confusing|unclear|slow|slower|clunky|ugly|hard|harder|difficult|painful|poor|bad|better|best|worse|worst|terrible|awful|horrible|boring|bland|rushed|impersonal|messy|cluttered|noisy|loud|thin|weak|expensive|overpriced|long|short|dark|bright|heavy|stiff|tedious|annoying|frustrating|disappointing|amazing|awesome|perfect|neat|tasty|delicious|salty|dry|comfortable|uncomfortable|professional|thorough|readable|unreadable|fast|faster|quicker|overwhelming|outdated|generic|vague|repetitive|engaging|inspiring|dull|strong|valuable|reliable|tricky|complicated|simple|simpler|well chosen|well written|well organi[sz]ed)';
const feeling =
  '(?:happy|unhappy|happier|pleased|delighted|disappointed|impressed|unimpressed|frustrated|annoyed|satisfied|dissatisfied|angry|upset|confused|grateful|thrilled|enthusiastic|excited|critical|sceptical|skeptical|irritated|overwhelmed|underwhelmed|glad|fed up|unconvinced|convinced|keen)';
const liking =
  '(?:like[sd]?|love[sd]?|hate[sd]?|dislike[sd]?|enjoy(?:s|ed)?|appreciate[sd]?|adore[sd]?|admire[sd]?|praise[sd]?|criticis?z?e[sd]?|complain(?:s|ed)?|applaud(?:s|ed)?)';
const saying =
  '(?:find|finds|found|finding|call|calls|called|consider|considers|considered|describe[sd]?|think|thinks|thought|feel|feels|felt|say|says|said|saying|tell|tells|telling|told|express(?:es|ed)?|mention(?:s|ed)?|note[sd]?|comment(?:s|ed)?|remark(?:s|ed)?|report(?:s|ed)?|reckons?|believe[sd]?|admit(?:s|ted)?|wrote)';

/** An opinion, praise, a complaint, or a wish for something different. */
export const feedback: Rule[] = [
  {
    cue: new RegExp(`\\b${liking}\\b`),
    confidence: 0.8,
    where: (c) =>
      has(c, 'judge') && !negated(c) && !future(c) && !modal(c) && agentish(c) && c.subject !== 'second',
  },
  { cue: /\bnot (?:really )?(?:like|love|enjoy|appreciate|care for)\b/, confidence: 0.8, where: agent },
  {
    cue: new RegExp(`\\b${saying}\\b.*\\b${liking}\\b`),
    confidence: 0.8,
    where: (c) => has(c, 'say') && factual(c) && agentish(c),
  },
  {
    cue: new RegExp(
      String.raw`\b(?:is|are|was|were|'s|been|felt|feels?|seem(?:s|ed)|left|am|sound(?:s|ed)) (?:[\w']+ ){0,3}${feeling} (?:with|about|by|at|of|for|how|and|but)\b`,
    ),
    confidence: 0.8,
    where: (c) =>
      c.subject !== 'thing' &&
      !modal(c) &&
      !future(c) &&
      !/\b(?:how|glad|happy|grateful) (?:to|that)\b/.test(c.text),
  },
  {
    cue: new RegExp(String.raw`\b(?:is|are|was|were|felt|seems|seemed|sounded) (?:[\w']+ ){0,2}${feeling}\b`),
    confidence: 0.7,
    where: (c) => c.subject === 'person' && !modal(c) && !future(c),
  },
  {
    cue: new RegExp(String.raw`\b${saying} .*\b(?:too|not .* enough|(?:more|less) [a-z]{4,}|${opinion})\b`),
    confidence: 0.8,
    where: (c) =>
      agentish(c) && factual(c) && !future(c) && (has(c, 'say') || linking(c)) && c.subject !== 'second',
  },
  {
    // Excludes technical terms: feedback loops oscillate, an error rate is a number.
    cue: /(?<!\b(?:your|no|any) )\b(?:feedback(?! (?:loops?|control|circuits?|signals?|systems?|mechanisms?|forms?|buttons?|channels?))|criticism|complaints?|compliments?|praise|testimonials?|satisfaction|dissatisfaction|appreciation|gratitude|frustration|disappointment|positive reactions?|negative reactions?|review(?:s|ers?)? (?:say|said|was|were)|comments? from|survey|rated|(?<!error |interest |exchange |failure |success )ratings?|out of (?:5|10|five|ten)|stars|nps|thumbs (?:up|down))\b/,
    confidence: 0.7,
    where: (c) =>
      factual(c) &&
      !future(c) &&
      !has(c, 'do') &&
      c.verb?.tense !== 'proposal' &&
      // What such things always do is not an event.
      !(c.subject === 'thing' && c.verb?.tense === 'present' && !linking(c) && !has(c, 'say') && isPlural(c)),
  },
  {
    cue: /\b(?:asked|asks|asking|requested|requests) (?:for|that|us to|me to|to have|to see|if we could|whether we could)\b/,
    confidence: 0.65,
    where: (c) => c.subject === 'person' && factual(c),
  },
  {
    cue: /\b(?:wants?|wanted|would like|would love|would prefer|prefers?|preferred|wish(?:es|ed)?) (?:to (?:have|see|get)|more|fewer|less|a|an|the|it|them|us|that)\b/,
    confidence: 0.6,
    where: (c) =>
      c.subject === 'person' &&
      !negated(c) &&
      !/^(?:who|whoever|if|anyone)\b|\b(?:whether|if|wonders?)\b/.test(c.text),
  },
  {
    cue: new RegExp(
      String.raw`\b(?:really |so |very |much |absolutely |far too |way too |a bit too |a bit |too |pretty |simply |a little |far |way )${opinion}\b`,
    ),
    confidence: 0.55,
    where: (c) =>
      (linking(c) || c.verb?.base === 'look' || c.verb?.base === 'sound' || c.verb?.base === 'feel') &&
      factual(c) &&
      c.verb?.tense !== 'past' &&
      !/\b(?:weather|today|day)\b/.test(c.text),
  },
  {
    cue: /\b(?:great|good|nice|excellent|amazing|awesome|fantastic|brilliant|superb) (?:job|work|stuff|effort|idea|catch|presentation|talk)\b|\bwell done\b|\bkudos\b|\bis (?:really |so )?(?:brilliant|fantastic|superb|excellent|awesome|amazing|terrible|awful|horrible|spot on)\b|\bworks? (?:well|great|nicely|beautifully|poorly)\b/,
    confidence: 0.6,
    where: factual,
  },
  {
    cue: /\bthanked (?:us|me|him|her|them|the \w+|\w+) for\b|\b(?:confused|annoyed|bothered|impressed|delighted|disappointed|frustrated|surprised|irritated|overwhelmed) (?:me|us|him|her|them|everyone|everybody|all|the \w+s|many|most|several)\b|^love (?:the|this|that|your|it|how)\b/,
    confidence: 0.75,
    where: (c) => !future(c) && !modal(c),
  },
  {
    cue: /\b(?:from (?:my|our) point of view|in (?:my|our) (?:opinion|view|eyes)|imh?o|if you ask me|for my taste)\b/,
    confidence: 0.75,
    where: (c) => !future(c) && c.verb?.tense !== 'proposal',
  },
  {
    cue: /\b(?:suggest(?:s|ed)|recommend(?:s|ed)|advis(?:es|ed)|urg(?:es|ed)|objected|pointed out|questioned)\b/,
    confidence: 0.65,
    where: (c) => agent(c) && factual(c) && !c.verb?.passive,
  },
  {
    cue: /^(?:some |many |several |most |a lot of |two |three |the |our )*(?:reviewers?|customers?|clients?|users?|parents?|patients?|readers?|testers?|guests?|residents?|students?|donors?|analysts?|attendees|participants|employees|visitors)\b.*\b(?:said|told|complain|felt|thought|found|asked|want|mention)/,
    confidence: 0.65,
    where: factual,
  },
];

/** A general statement: "surveys cost money". */
const isPlural = ({ words: [first] }: Clause): boolean => /[a-z]{3}s$/.test(first?.low ?? '');
