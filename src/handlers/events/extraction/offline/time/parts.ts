import type { Heading } from '../document/block.ts';

/** The parts of a report of an incident, each with its own day: of the incident, of the report, or none. */
export type Part = 'actions' | 'lessons' | 'timeline' | 'cause' | 'impact' | 'fix' | 'summary' | 'other';

const parts: readonly [Part, RegExp][] = [
  [
    'lessons',
    /\b(?:lessons?|learn(?:ed|t|ings?)|(?:went|goes|going|worked|works?) (?:well|right|wrong|badly|poorly)|lucky|luck|retrospective|reflections?|takeaways?|thoughts)\b|gelernt|lehren|erkenntnisse|enseignements|leçons|lecciones/i,
  ],
  [
    'actions',
    /\b(?:actions?|follow[- ]?ups?|next steps?|correct(?:ive|ions)|remediations?|prevent\p{L}*|preventative|plans?|planned|future|improvements?|to[- ]?dos?)\b|maßnahmen|nächste schritte|prochaines étapes|próximos pasos/iu,
  ],
  [
    'timeline',
    /\b(?:timeline|chronology|log|key events)\b|zeitachse|ablauf|verlauf|chronologie|cronolog[ií]a/i,
  ],
  [
    'cause',
    /\b(?:root|causes?|caused|whys?|contributing|trigger|leadup|theory)\b|ursachen?|hintergr[uü]nde?|causas?/i,
  ],
  ['impact', /\b(?:impact(?:ed)?|affected|scope|stats|damage)\b|auswirkung|betroffen|impacto/i],
  [
    'fix',
    /\b(?:resol\p{L}+|recover\p{L}*|mitigat\p{L}+|response|fix(?:e[sd]|ing)?|solv\p{L}+|solution|repair\p{L}*|how it is)\b|lösung|behebung|behoben|résolution|resolución/iu,
  ],
  [
    'summary',
    /\b(?:summary|overview|description|happened|incident|outage|problem|issue|detection|details|abstract)\b|zusammenfassung|störung|ausfall|résumé|resumen/i,
  ],
];

/** The part that the innermost heading names, or an outer one; above all headings and below the title it is a summary. */
export function partOf(path: readonly Heading[]): Part {
  for (const { text } of path.toReversed()) {
    const found = parts.find(([, cue]) => cue.test(text.slice(0, 80)))?.[0];
    if (found !== undefined) return found;
  }
  return path.length <= 1 ? 'summary' : 'other';
}
