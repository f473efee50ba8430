import { agent, factual, happened, has, modal, negated, type Rule } from './rule.ts';

/** Something is chosen, approved, rejected or ruled out. */
export const decision: Rule[] = [
  {
    cue: /\b(?:decision (?:was|is|has been)|(?:final|made (?:a|the)|took (?:a|the)|reached (?:a|the)) decision|the verdict|consensus (?:was|is)|reached (?:a )?consensus|final call|it 's (?:been )?decided|that 's (?:final|settled|decided)|motion (?:is |was |has been )?(?:carried|passed|adopted|approved)|all in favou?r|carried unanimously|green light|gave (?:its|their|his|her|the) (?:approval|consent|blessing|go-ahead|ok)|go-ahead|(?:vote[sd]?) (?:was|to|for|against|unanimously|that|in favou?r)|thumbs up|made up (?:my|our|his|her|their) minds?|it 's a (?:no|yes|go) (?:for|to|on)|final word)\b/,
    confidence: 0.9,
    where: factual,
  },
  { cue: /\bdecided\b/, confidence: 0.9, where: factual },
  {
    cue: /\b(?:agreed|resolved|opted|chose|chosen|elected|voted|determined|concluded|settled|ruled|granted|denied|banned|waived|awarded)\b(?! (?:with|well))/,
    confidence: 0.85,
    where: (c) =>
      has(c, 'decide') &&
      happened(c) &&
      c.words.length > 2 &&
      !(c.verb?.base === 'resolve' && !/\bresolved (?:to|that)\b/.test(c.text)) &&
      !(c.verb?.base === 'settle' && !/\bsettled on\b/.test(c.text)),
  },
  {
    cue: /\b(?:approved|rejected|accepted|adopted|ratified|endorsed|authori[sz]ed|vetoed|refused|declined|disallowed|overruled|greenlit|green-lit|selected|picked|shelved|ruled out|favou?red)\b/,
    confidence: 0.8,
    where: (c) => has(c, 'decide') && happened(c),
  },
  {
    cue: /\b(?:settled|landed|agreed|decided) on\b|\b(?:going|went|gone|go|goes) (?:with|ahead with|for)\b|\b(?:stick|sticking|stuck|stay|staying|stayed) (?:with|to)\b|\bsign(?:ed|ing)? off on\b|\brul(?:ed|ing) out\b|\bopt(?:ed|ing)? (?:for|to|against)\b|\bcall(?:ed|ing) off\b|\bno (?:discussion|way around)\b/,
    confidence: 0.8,
    where: (c) =>
      (agent(c) || c.subject === 'none') && factual(c) && !/\b(?:a walk|lunch|coffee|drinks)\b/.test(c.text),
  },
  {
    cue: /\blet 's (?!see\b|start\b|talk\b|discuss\b|meet\b|look\b|chat\b|begin\b|move on\b|hope\b|say\b|wait\b|catch\b|sync\b|touch\b|face\b|not forget\b|review\b|check\b|think\b|get (?:going|started)|kick|dive|get started\b|take a\b)/,
    confidence: 0.7,
    where: (c) => c.verb?.tense === 'proposal',
  },
  {
    // Giving up or keeping something, stated as a plan of the group.
    cue: /\b(?:we|they|board|team|i) (?:will|are|am) (?:\w+ly |now |only )?(?:using|stopping|dropping|keeping|skipping|adopting|choosing|abandoning|cancell?ing|ditching|freezing|pausing|postponing|retiring|holding off|standardi[sz]ing|prioriti[sz]ing|use|stop|drop|keep|skip|adopt|choose|abandon|ditch|hold off|standardi[sz]e|prioriti[sz]e)\b/,
    confidence: 0.75,
    where: (c) => !modal(c) && !negated(c) && !/\b(?:i'm|i) (?:\S+ )?(?:keeping|keep|holding)\b/.test(c.text),
  },
  {
    cue: /^(?:[\w']+ ){0,4}(?:we|they) (?:will|are) (?:not|never|only)\b(?! (?:aware|happy|finished|talking|sure|ready|able|there|done|going to (?:make|be)|be able|make it))/,
    confidence: 0.7,
  },
  {
    cue: /^(?:\S+ ,? ?){0,2}(?:decided|approved|rejected|resolved|carried|motion passed)\b/,
    confidence: 0.75,
    where: (c) => c.words.length > 1 && factual(c) && c.subject !== 'first',
  },
  { cue: /^agreed (?:to|on|that)\b|^agreed :/, confidence: 0.8 },
  {
    cue: /\b(?:is|are|was|were) (?:off the table|a no-go|the winner|the way to go)\b/,
    confidence: 0.65,
    where: factual,
  },
  { cue: /\b(?:chosen|selected|picked|preferred|approved) (?:over|instead)\b/, confidence: 0.85 },
  {
    cue: /\b(?:plans?|ideas?|proposals?|options?|requests?|motions?) .*\b(?:was|were|is|are|been) (?:dropped|scrapped|shelved|abandoned|turned down|thrown out|buried)\b/,
    confidence: 0.85,
    where: factual,
  },
  {
    // A refusal.
    cue: /\b(?:can not|will not|are not able to|are unable to|must) (?:accept|agree to|approve|support|allow|permit|grant|consent to|decline|refuse|reject)\b|\b(?:can not|will not) (?:accept|agree)$/,
    confidence: 0.75,
    where: (c) => c.subject === 'first' || c.subject === 'person',
  },
  { cue: /^no more\b/, confidence: 0.65 },
  {
    cue: /\bfrom now on\b|\bgoing forward\b/,
    confidence: 0.75,
    where: (c) => factual(c) && c.subject !== 'thing',
  },
];
