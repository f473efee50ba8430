import type { Heading } from '../document/block.ts';

/** The parts of a report of an incident: facts and the timeline are of the day of the incident, the others of that of the report. */
export type Part = 'actions' | 'lessons' | 'timeline' | 'facts';

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
    'facts',
    /\b(?:root|causes?|caused|whys?|contributing|trigger|leadup|theory|impact(?:ed)?|affected|scope|stats|damage|resol\p{L}+|recover\p{L}*|mitigat\p{L}+|response|fix(?:e[sd]|ing)?|solv\p{L}+|solution|repair\p{L}*|how it is|summary|overview|description|happened|incident|outage|problem|issue|detection|details|abstract)\b|ursachen?|hintergr[uü]nde?|causas?|auswirkung|betroffen|impacto|lösung|behebung|behoben|résolution|resolución|zusammenfassung|störung|ausfall|résumé|resumen/iu,
  ],
];

/** The part that the innermost heading names, or an outer one; facts where none names any. */
export function partOf(path: readonly Heading[]): Part {
  for (const { text } of path.toReversed()) {
    const found = parts.find(([, cue]) => cue.test(text.slice(0, 80)))?.[0];
    if (found !== undefined) return found;
  }
  return 'facts';
}
