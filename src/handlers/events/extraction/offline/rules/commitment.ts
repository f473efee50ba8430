import { type Clause, isName } from '../grammar/clause.ts';
import { people } from '../grammar/words.ts';
import { agentish, factual, future, has, negated, type Rule, time } from './rule.ts';

const soon = new RegExp(
  String.raw`\b(?:by|before|until|till|no later than|on|this|next|end of|within|tomorrow|tonight|today|later|soon|asap|first thing|weekend|morning|afternoon|lunch|${time})\b`,
);

const vague =
  /\b(?:will|shall|going to) (?:\w+ly |also |just |never |always )*(?:be (?:able|fine|ok|great|nice|there|happy|sad|hard|good|a|an|the|too|more|less|in|on|at)|see|need|want|know|like|love|miss|have to|hope|think|understand|look|remember|notice|find|cost|take (?:a while|time|long)|believe|wonder|depend|die|lose|fail|pass out|regret|expire)\b/;
const anybody = /\b(?:everyone|everybody|people|users|customers|someone|nobody|who|anyone|you|whoever)\b/;

/** Predictions, and statements about people in general. */
const foreseen = (c: Clause): boolean =>
  vague.test(c.text) ||
  anybody.test(
    c.words
      .slice(0, c.verb?.from ?? 0)
      .map((word) => word.low)
      .join(' '),
  );
const promised = (c: Clause): boolean => future(c) && !negated(c) && !foreseen(c);

const namesOne = (c: Clause): boolean => {
  const before = c.words.slice(0, c.verb?.from ?? 0);
  return before.some((word, i) => isName(word, i === 0)) && !before.some(({ low }) => people.has(low));
};

/** A person promises something, or is assigned it. */
export const commitment: Rule[] = [
  {
    cue: /\b(?:promis(?:e|es|ed)|pledg(?:e|es|ed)|undertak(?:e|es)|undertook|vow(?:s|ed)?|guarantee[sd]?|swore|volunteer(?:s|ed)?|commit(?:s|ted)?|offer(?:s|ed)?) (?:(?:us|me|him|her|them|you|that|the \w+) )?(?:to|that|it|\w+ will|himself|herself|themselves|for)\b/,
    confidence: 0.9,
    where: factual,
  },
  {
    // One person who agrees to do something commits to it; a committee that agrees decides.
    cue: /\b(?:agreed|agrees) to (?!be\b)/,
    confidence: 0.88,
    where: (c) => c.subject === 'person' && factual(c) && namesOne(c),
  },
  {
    cue: /\b(?:says?|said|confirm(?:s|ed)|assured (?:me|us)) (?:that )?(?:he|she|they|\w+) (?:will|would) (?!be\b|have\b|not\b|never\b)/,
    confidence: 0.7,
    where: factual,
  },
  { cue: /\b(?:have|has|had) (?:my|our|his|her|their) word\b|\bcount on (?:me|us)\b/, confidence: 0.75 },
  {
    cue: /\bresponsible for \w+ing\b/,
    confidence: 0.85,
    where: (c) => factual(c) && soon.test(c.text),
  },
  {
    cue: soon,
    confidence: 0.85,
    where: (c) => promised(c) && (c.subject === 'first' || c.subject === 'person'),
  },
  {
    cue: /^/,
    confidence: 0.75,
    where: (c) => promised(c) && c.subject !== 'thing' && c.subject !== 'second',
  },
  {
    cue: soon,
    confidence: 0.55,
    where: (c) => promised(c) && c.subject === 'thing' && c.verb?.passive === true,
  },
  {
    cue: /\b(?:leave it (?:to|with) me|i am on it|^on it\b|on my list|i have got this|(?:i|we) owe (?:you|him|her|them)|consider it done|my action|action on me|assigned to|(?:is|are) due|due (?:by|on)|you will (?:get|have|receive|hear)|from me by|tak(?:es?|ing) care of|i got this|will do|(?:take|handle) (?:that|this|it) (?:one|on)|i will take (?:it|that|this))\b/,
    confidence: 0.75,
    where: factual,
  },
  {
    cue: /\b(?:can|need to|have to|must|have got to|should)\b/,
    confidence: 0.65,
    where: (c) =>
      c.subject === 'first' &&
      c.verb?.tense === 'modal' &&
      !negated(c) &&
      !has(c, 'mind') &&
      !has(c, 'fail') &&
      soon.test(c.text),
  },
  {
    cue: /\b(?:tomorrow|tonight|next|by|before|later|this (?:week|afternoon|evening|month)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/,
    confidence: 0.65,
    where: (c) =>
      c.verb?.tense === 'progressive' &&
      (c.subject === 'first' || c.subject === 'person') &&
      factual(c) &&
      !has(c, 'mind') &&
      !/\b(?:was|were|been)\b/.test(c.text),
  },
  {
    cue: /\b(?:plan|plans|planning|intend|intends|aim|aims|aiming|scheduled|ready|slated) to (?!be\b)\w+/,
    confidence: 0.6,
    where: (c) => factual(c) && c.verb?.tense !== 'past' && agentish(c),
  },
  {
    // "J. Dean to install handrails": minutes and lists of actions.
    cue: /^(?:(?!to\b|want|need|have|has|able|due|how|what|used|going)[\w.'-]+ (?:\. )?(?:and |& )?){1,4}to (?!be\b|the\b|a\b|me\b|us\b|my\b|our\b)[a-z]{3,}/,
    confidence: 0.8,
    where: (c) =>
      c.words
        .slice(
          0,
          c.words.findIndex(({ low }) => low === 'to'),
        )
        .some((word, i) => isName(word, i === 0) || people.has(word.low)) &&
      (c.verb === undefined || c.verb.from > c.words.findIndex(({ low }) => low === 'to')),
  },
];
