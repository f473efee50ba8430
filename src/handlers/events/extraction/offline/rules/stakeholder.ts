import { type Clause, isName } from '../grammar/clause.ts';
import {
  agentish,
  factual,
  future,
  happened,
  has,
  linking,
  negated,
  type Rule,
  role,
  stands,
} from './rule.ts';

/** Words between "is" and a person's role. */
const attributes = String.raw`(?:(?:now|also|currently|again|still|only|a|an|the|our|my|your|his|her|their|its|both|joint|sole|new|main|primary|acting|interim|overall|external|executive|\w+ 's) )`;
const modifier = String.raw`(?:(?!of\b|in\b|at\b|for\b|on\b|to\b|with\b)[\w-]+ )`;

/** A person joins, leaves, owns, represents or is responsible for something. */
export const stakeholder: Rule[] = [
  {
    cue: /\b(?:took|takes?|taking|taken) over (?:(?:as|from|for|the|my|his|her|their|responsibility|responsibilities|role|lead|ownership)\b|$|\.|on\b|in\b)/,
    confidence: 0.9,
    where: agentish,
  },
  {
    cue: /\b(?:joins?|joined|joining) (?:us|the|our|as|in|from)\b.*\b(?:as|team|board|company|project|committee|staff|group|crew|department|in|us)\b/,
    confidence: 0.9,
    where: (c) => agentish(c) && !/\b(?:call|meeting|session|forces|webinar|discussion|zoom)\b/.test(c.text),
  },
  {
    cue: /\b(?:came|comes?|coming|brought) (?:on board|aboard|in as)\b|\bwelcome (?:aboard|to the team)\b|\bon-?boarded\b/,
    confidence: 0.85,
  },
  {
    cue: /\b(?:stepped|steps|stepping|step) (?:down|in as|up as|back (?:as|from)|aside)\b/,
    confidence: 0.9,
    where: agentish,
  },
  { cue: /\b(?:resigned|resigns|resigning|retired|retires|retiring)\b/, confidence: 0.85, where: agentish },
  {
    cue: /\b(?:left|leaves|leaving|quits?) (?:the |our |his |her )?(?:company|team|project|organi[sz]ation|firm|board|committee|group|role|department|household|practice)\b|\bmov(?:ing|es|ed) out\b|\b(?:last day|(?:ma|pa)ternity leave|parental leave)\b/,
    confidence: 0.85,
    where: agentish,
  },
  {
    cue: new RegExp(
      String.raw`\b(?:appointed|elected|named|nominated|hired|recruited|promoted|designated|assigned|chosen|selected|seconded|co-opted)\b.*\b(?:as|to (?:lead|head|run|represent|chair|manage|oversee|the board)|${role}|unanimously)\b`,
    ),
    confidence: 0.9,
    where: (c) => (happened(c) || future(c) || c.verb === undefined) && !/\b(?:over|instead)\b/.test(c.text),
  },
  {
    cue: new RegExp(
      String.raw`\b(?:act|serve|work|function|continue|return|stay)(?:s|ed|ing)? (?:\w+ )?as ${attributes}*${modifier}{0,2}${role}\b|\b(?:acts|acting) for\b`,
    ),
    confidence: 0.9,
    where: (c) => agentish(c) && factual(c),
  },
  {
    cue: /\b(?:represents|represented|representing|speaks for) (?:the|our|your|us|\w+)\b/,
    confidence: 0.7,
    where: (c) => agentish(c) && factual(c) && c.subject !== 'first',
  },
  {
    cue: /\breports? (?:directly )?(?:in)?to (?:me|her|him|them|us|you|the \w+|\w+)\b/,
    confidence: 0.75,
    where: (c) => agentish(c) && !happened(c) && factual(c),
  },
  {
    cue: new RegExp(String.raw`\bnew ${modifier}{0,2}(?!head\b|lead\b)${role}\b`),
    confidence: 0.8,
    where: (c) => (linking(c) || has(c, 'join') || has(c, 'meet')) && !negated(c),
  },
  {
    cue: new RegExp(String.raw`\b(?:our|my|your|their|his|her) new ${modifier}{0,2}${role}\b`),
    confidence: 0.6,
    where: factual,
  },
  {
    cue: new RegExp(
      String.raw`\b(?:is|are|was|were|'s|becomes?|became|be|remains?) ${attributes}*${modifier}{0,2}(?!head\b(?! of))${role}\b`,
    ),
    confidence: 0.86,
    where: (c) =>
      agentish(c) && factual(c) && !c.verb?.passive && c.verb?.tense !== 'progressive' && linkingBecome(c),
  },
  {
    cue: new RegExp(String.raw`\b${role} (?:is|will be|was|becomes|remains) (?:now )?\w`),
    confidence: 0.75,
    where: (c) => linking(c) && c.verb !== undefined && nameFollows(c) && !negated(c),
  },
  {
    cue: /\b(?:responsible for|in charge of|accountable for|point of contact|point person|go-to person|contact person|contact for|the person to (?:call|ask|contact)|looks after|standing in for|stands in for|covers? for|covering for|fill(?:s|ing)? in for|deputis\w+ for|signs off (?:on )?the|who signs off|has the final say)\b/,
    confidence: 0.8,
    where: (c) => agentish(c) && factual(c),
  },
  {
    cue: /\b(?:starts?|started|starting|begins?|began|beginning) (?:\S+ ){0,3}as (?!soon\b|well\b|planned\b|usual\b|early\b|agreed\b|late\b)(?:an? |the |our |my )?[a-z]/,
    confidence: 0.8,
    where: (c) => c.subject === 'person' && factual(c),
  },
  {
    cue: /\b(?:is|are|'s|will be) (?:now |the |our )*(?:on[- ]call|on duty|back-?up|stand-?in)\b/,
    confidence: 0.7,
    where: (c) => c.subject === 'person' && factual(c),
  },
  {
    cue: /\b(?:replac(?:es?|ed|ing)|succeed(?:s|ed|ing)?)\b.*\bas\b|\bsucceed(?:s|ed|ing)\b (?!in\b|at\b)/,
    confidence: 0.85,
    where: (c) => agentish(c) && c.subject !== 'first' && factual(c),
  },
  {
    cue: /\b(?:owns|inherits|leads|heads|chairs|oversees|sponsors|coordinates|supervises|manages|runs) (?:the|our|this|all|both)\b/,
    confidence: 0.7,
    where: (c) => agentish(c) && stands(c),
  },
  {
    cue: new RegExp(
      String.raw`\b(?:agreed|accepted|invited|asked) to (?:be|become|serve|act|join)\b.*\b(?:${role}|board|committee)\b`,
    ),
    confidence: 0.9,
  },
  {
    cue: /\bstakeholders?\b.*\b(?:identified|include|includes|added)\b|\b(?:key|main|primary|new) stakeholders?\b/,
    confidence: 0.65,
    where: factual,
  },
];

const nameFollows = (c: Clause): boolean =>
  c.words.slice((c.verb?.at ?? 0) + 1, (c.verb?.at ?? 0) + 4).some((word) => isName(word, false));

const linkingBecome = (c: Clause): boolean =>
  linking(c) || c.verb?.base === 'become' || c.verb?.base === 'remain' || c.verb?.base === 'be';
