/** What a heading, a field's key or a column's heading announces: a kind of event, or a kind of section. */

/** Events expected below; named like their categories. */
const announcing: [RegExp, string][] = [
  [
    /\b(?:decisions?|decided|resolutions?|resolved|conclusions?|agreed|agreements?|verdict|settled|outcomes?|motions?|votes?|voting|approvals?)\b|entscheidung|entscheid\b|beschl(?:uss|üsse|ossen)|abstimmung|ergebnis|d[ée]cisions?|r[ée]solutions?|d[ée]lib[ée]rations?|decisi[oó]n(?:es)?|acuerdos?|resoluci[oó]n/i,
    'Decision',
  ],
  [
    /\b(?:action (?:items?|points?)|actions?|ais?|next steps?|follow[- ]?ups?|to[- ]?dos?|commitments?|tasks?|assignments?|planned|plans?|roadmap|upcoming|goals?|milestones?|homework|remediations?|prevention|corrective)\b|aufgaben?|nächste schritte|maßnahmen?|geplant|ausblick|offene punkte|prochaines? [ée]tapes?|t[âa]ches?|[àa] faire|actions? [àa]|pr[óo]ximos pasos|tareas?|acci(?:ones|[oó]n)|compromisos|pendientes/i,
    'Commitment',
  ],
  [
    /\b(?:risks?|quality ?risks?|known issues?|issues?|blockers?|blocked|problems?|concerns?|defects?|bugs?|incidents?|limitations?|drawbacks?|downsides?|cons|(?:went|what is) (?:wrong|badly|poorly)|hazards?|findings|impact|root causes?|vulnerabilit(?:y|ies)|negative|challenges?|threats?)\b|risik(?:o|en)\b|probleme?\b|störung|mängel|fehler\b|ursache|auswirkung|risques?|incidents?|difficult[ée]s|riesgos?|problemas|incidencias|impacto/i,
    'QualityRisk',
  ],
  [
    /\b(?:accomplishments?|achievements?|executions?|completed|done|delivered|shipped|progress|highlights|deliverables?|work performed|recent(?:ly)?|fix(?:es|ed)|bug ?fix(?:es)?|added|features?|new|what'?s new|status updates?|(?:status )?reports?|resolution|mitigations?|went well)\b|erledigt|abgeschlossen|umgesetzt|behoben|neuerungen|neu\b|r[ée]alis[ée]|corrections?|nouveaut[ée]s|ajouts?|avances|realizado|novedades|correcciones/i,
    'Execution',
  ],
  [
    /\b(?:changes?|changed|changelog|change log|amendments?|scope changes?|revisions|deprecat(?:ed|ions?)|removed|removals?|breaking|migrations?|supersed(?:es|ed)|consequences)\b|änderung|geändert|verschoben|entfernt|folgen\b|changements?|modifications?|supprim[ée]|cambios?|cambiado|eliminado|consecuencias/i,
    'Change',
  ],
  [
    /\b(?:feedback|reviews?|comments?|testimonials?|reactions?|what (?:users|customers) said|thanks|acknowledge?ments?|kudos|lessons|retro(?:spective)?|observations?|positive|pros)\b|rückmeldung|dank\b|remerciements?|retours?|avis|agradecimientos?|comentarios|lecciones/i,
    'Feedback',
  ],
  [
    /\b(?:stakeholders?|people|personnel|roles?|staffing|contacts?|team changes?|members(?:hip)?|maintainers?|who is who|elections?|ownership|owners?|leads?|chairs?|nominations?)\b|ansprechpartner|zuständig|personal\b|personalia|mitglieder|responsables?|membres|nominations?|miembros|contactos/i,
    'Stakeholder',
  ],
  [
    /\b(?:collaborations?|meetings?|partnerships?|workshops?|joint work|events?|calls? for|help wanted|requests?|asks?)\b|zusammenarbeit|termine|r[ée]unions?|reuniones|colaboraci[oó]n/i,
    'Collaboration',
  ],
];
/** Sections that set the scene and rarely report events. */
const framing: [RegExp, string][] = [
  [
    /\b(?:attend(?:ees|ance|ing)|present|participants?|apologies|regrets|absent|invitees|invited|roll ?call|quorum|observers)\b|anwesend|teilnehme|entschuldigt|pr[ée]sents?\b|excus[ée]s|asisten(?:tes)?\b|presentes|ausentes/i,
    'attendance',
  ],
  [/\b(?:agenda|table of contents|topics|toc)\b|tagesordnung|ordre du jour|orden del d[ií]a/i, 'agenda'],
  [
    /\b(?:links?|references?|see also|resources|further reading|appendix|footnotes)\b|verweise|liens|enlaces|referencias/i,
    'links',
  ],
  [/\b(?:timeline|chronology|log)\b|zeitachse|ablauf|chronologie|cronolog[ií]a/i, 'timeline'],
  [
    /\b(?:alternatives?|options?|considered|proposals?)\b|alternativen|optionen|options|opciones|alternativas/i,
    'options',
  ],
  [
    /\b(?:context|background|motivation|introduction|overview|about|problem statement|description|summary|abstract|rationale|drivers?)\b|kontext|hintergrund|zusammenfassung|contexte|r[ée]sum[ée]|contexto|resumen|antecedentes/i,
    'context',
  ],
  [
    /\b(?:usage|install(?:ation)?|examples?|syntax|api|how to|guides?|template|instructions|license|design|implementation)\b/i,
    'manual',
  ],
  [
    /\b(?:discussions?|notes|minutes|questions?|q&a|open questions?|announcements?|updates?|news)\b|diskussion|protokoll|mitteilungen|discussion|compte[- ]rendu|debate|acta|avisos/i,
    'discussion',
  ],
];

const nothingYet = /^(?:not|no|to be|without|pending|open (?:decision|question)s?)\b/i;

/** What a heading announces, or undefined; longer headings name a topic. */
export function announces(heading: string): string | undefined {
  const text = heading.slice(0, 120);
  if (text.split(/\s+/, 9).length > 8 || nothingYet.test(text)) return undefined;
  return (framing.slice(0, 3).find(([cue]) => cue.test(text)) ??
    announcing.find(([cue]) => cue.test(text)) ??
    framing.find(([cue]) => cue.test(text)))?.[1];
}

/** Columns of tables and keys of fields that name a person in charge, a day that is due, a day, a state. */
export const columns = {
  owner:
    /^(?:(?:(?:action |task |current )?owner|assign(?:ee|ed|ed to)|responsible(?: (?:part(?:y|ies)|person|people))?|who|dri|lead|poc|by whom|person|champion|name|verantwortlich(?:e|er)?|zuständig|wer|bearbeiter(?:in)?|responsable|qui|pilote|quien|quién|encargad[oa])s?(?: ?\((?:e?s|r|in|innen)\))?(?: ?[&/] ?(?=\p{L})|$))+$/iu,
  due: /^(?:due(?: date| by)?|deadline|by when|target(?: date)?|eta|when due|fällig(?: am| bis)?|frist|termin|bis(?: wann)?|[ée]ch[ée]ance|date limite|pour le|fecha l[ií]mite|plazo|vencimiento|para el)$/i,
  date: /^(?:date|time|when|day|dated?|timestamp|datum|zeit|wann|uhrzeit|quand|heure|fecha|hora|cu[aá]ndo|time \(utc\)|utc)$/i,
  state: /^(?:status|state|done\??|erledigt\??|fait|hecho|stand|[ée]tat|statut|estado|completed|progress)$/i,
} as const;
