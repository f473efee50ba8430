import { type Clause, readClause } from '../grammar/clause.ts';
import { readings } from '../grammar/verb-group.ts';
import { classify } from '../rules/index.ts';

/** Features of English grammar: tense, mood and kind of the verb, its subject, and what the expressions of `rules/` see. */
export function grammarOf(text: string): { features: string[]; clause: Clause } {
  const clause = readClause(text);
  const { verb, subject } = clause;
  const features = [`subject:${subject}`];
  if (verb === undefined) features.push('verb:none');
  else {
    const mood = `${verb.tense}${verb.passive ? ':passive' : ''}${verb.negated ? ':not' : ''}`;
    features.push(`verb:${mood}`, `verb:${verb.tense}:${subject}`);
    for (const name of verb.classes)
      features.push(`kind:${name}`, `kind:${name}:${verb.tense}${verb.negated ? ':not' : ''}`);
    if (verb.base !== undefined) features.push(`base:${verb.base}`);
    if (verb.offered) features.push('verb:offered');
  }
  const [opening] = clause.words;
  if (opening !== undefined && readings(opening.low).some(({ form }) => form === 'base'))
    features.push('looks:order');
  const [third] = readings(opening?.low).filter(({ form }) => form !== 'base');
  if (third !== undefined)
    features.push(`looks:${third.form}`, ...third.classes.map((name) => `opens:${name}:${third.form}`));
  for (const name of readings(opening?.low).find(({ form }) => form === 'base')?.classes ?? [])
    features.push(`opens:${name}`);
  const findings = classify(clause).slice(0, 2);
  findings.forEach(({ category, confidence }, at) => {
    features.push(`seems${at}:${category}`);
    if (confidence >= 0.8) features.push(`surely:${category}`);
  });
  if (findings.length === 0) features.push('seems:none');
  return { features, clause };
}
