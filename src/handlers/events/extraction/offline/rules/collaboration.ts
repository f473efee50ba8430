import { agent, factual, future, happened, has, type Rule, stands } from './rule.ts';

/** People meet, work together, or hand over work. */
export const collaboration: Rule[] = [
  {
    cue: /\b(?:together|jointly|side by side|in tandem|hand in hand|as a team|as a pair|joint (?:session|training|workshop|meeting|effort|review|work)|in (?:close )?(?:collaboration|cooperation|partnership|coordination|consultation) with|with (?:the )?help (?:of|from)|compar(?:ed|ing) notes|join(?:ed|ing)? forces|team(?:ed|ing) up|pair(?:ed|ing) up|brainstorm(?:ed|ing)?|collaborat(?:ed|es|ing|ion)|co-?(?:wrote|written|authored|designed|hosted|organi[sz]ed|ordinated))\b/,
    confidence: 0.8,
    where: (c) => factual(c) && !future(c) && c.verb?.tense !== 'proposal',
  },
  {
    cue: /\b(?:met|meet(?:s|ing)?|spoke|speaking|talked|talking|worked|working|works|sat down|sit down|paired|pairing|partner(?:ed|ing|s)?|sync(?:ed|ing)?|consulted|liais(?:ed|ing)|coordinat(?:ed|ing)|discussed .*|went (?:through|over) .*|gone (?:through|over) .*|walked (?:(?!through ).)*through .*|talked .*through|reviewed .*|aligned|catch(?:ing)? up|caught up|checked in|chatted|mobbed|huddled|shared .*|exchanged .*|negotiated|(?:had|held) (?:a|an|our|the) .*|(?:call|meeting|session|chat|workshop|sync|kick-?off) (?:\w+ ){0,2}) ?(?:closely )?with (?!resistance|approval|problems|success|it\b|that\b)/,
    confidence: 0.8,
    where: (c) => (happened(c) || stands(c) || c.verb === undefined) && factual(c),
  },
  {
    cue: /\b(?:joined (?:a|the|our|my|us for) ?(?:\w+ ){0,2}(?:call|meeting|session|workshop|review|discussion)|hand(?:ed|ing|s)? (?:\S+ ){0,4}(?:over|off) to|handed (?:over|off)|handover (?:to|with|from)|helped (?:me|us|her|him|them|with|\w+ (?:with|to|set|out|move|fix))|(?:is|are|been) helping|assisted|supported (?:me|us|him|her|them)|(?:showed|taught) (?:me|us|him|her|them) how|walked (?:me|us|him|her|them) through|introduced (?:me|us|him|her|them) to|mentored|invited (?:\w+ )+to (?:join|work|review|collaborate)|looped in|gave (?:me|us|him|her|them) a hand|lent (?:me|us|him|her|them)|pitched in|consulted (?:the|a|an|our|my|with|dr|prof)|(?:spent|spending) (?:\S+ ){1,4}(?:pairing|working (?:with|together|on)|helping|planning with))\b/,
    confidence: 0.8,
    where: (c) => factual(c) && !future(c),
  },
  {
    cue: /\b(?:met|held|hosted|ran|organi[sz]ed|attended|had|convened)\b.*\b(?:meeting|workshop|session|kick-?off|call|retro|retrospective|hackathon|round ?table|brainstorm)\b/,
    confidence: 0.7,
    where: happened,
  },
  {
    cue: /\b(?:and (?:i|me|we)|\w+ and \w+|both|all of us|the two of us|each other|one another)\b.*\b(?:met|talked|discussed|coordinated|sat|walked|planned|shared|worked|paired|teamed)\b/,
    confidence: 0.75,
    where: (c) => has(c, 'meet') && happened(c) && agent(c),
  },
];
