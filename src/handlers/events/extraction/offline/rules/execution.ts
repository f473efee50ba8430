import { agent, factual, future, happened, has, type Rule } from './rule.ts';

/** Work was done, finished or delivered. */
export const execution: Rule[] = [
  {
    cue: /^/,
    confidence: 0.75,
    where: (c) => happened(c) && has(c, 'do') && (agent(c) || c.subject === 'none') && !c.verb?.passive,
  },
  {
    cue: /^/,
    confidence: 0.65,
    where: (c) =>
      happened(c) &&
      (has(c, 'do') || has(c, 'change')) &&
      c.verb?.passive === true &&
      c.verb.tense !== 'present',
  },
  {
    cue: /\b(?:now|already|finally|all|back|in)\b/,
    confidence: 0.55,
    where: (c) => happened(c) && has(c, 'do') && c.verb?.passive === true,
  },
  {
    cue: /\b(?:went live|gone live|(?:is|are) live|rolled out|wrapped up|set up|put up|carried out|handed in|turned in|took down|picked up|dropped off|got done|all done|(?:is|are) done|now complete|(?:is|are) (?:complete|ready|in place|repaired|fixed|finished|up and running)|back in (?:service|operation|the water)|paid off|put (?:together|in)|filled in|sent off|gave (?:a|the) (?:talk|presentation|demo)|took (?:the|a) (?:measurements?|samples?|photos?|exam)|raised (?:[$€£] ?\d|\d|over|more than|about|nearly|almost|enough|\w+ (?:thousand|hundred|million))|(?:now|all) (?:passes|passed|in))\b/,
    confidence: 0.7,
    where: (c) => factual(c) && !future(c) && c.subject !== 'second',
  },
  {
    cue: /\b(?:done|finished|completed|sorted)[.!]?$|^(?:just |already |finally |also )*(?:done|completed?|finished|shipped|fixed|merged|deployed|sent|updated|delivered|submitted|sorted|paid|booked|ordered|released|pushed|all set)\b/,
    confidence: 0.75,
    where: (c) => !c.verb?.passive && c.verb?.tense !== 'modal',
  },
  {
    // An unknown verb with an agent and an object.
    cue: /^/,
    confidence: 0.55,
    where: (c) =>
      happened(c) &&
      (agent(c) || c.subject === 'none') &&
      c.verb?.base === undefined &&
      /ed$/.test(c.words[c.verb?.at ?? 0]?.low ?? '') &&
      !c.verb?.passive &&
      c.words.length - (c.verb?.at ?? 0) > 2,
  },
  {
    cue: /^/,
    confidence: 0.55,
    where: (c) => happened(c) && has(c, 'change') && agent(c) && !c.verb?.passive,
  },
];
