import type { DocumentModel } from './block.ts';

/** What kind of document the layout shows; its type alone says little. */
export const genres = [
  'chat',
  'mail',
  'thread',
  'adr',
  'minutes',
  'release',
  'postmortem',
  'actions',
  'rules',
  'prose',
] as const;
export type Genre = (typeof genres)[number];

const rules =
  /(?<!\p{L})(?:statut[se]?|bylaws|by-laws|constitution|charter|rules of procedure|code of conduct|terms of (?:service|use|reference)|satzung|geschäftsordnung|vereinbarung|vertrag|règlement intérieur|contrat|estatutos?|reglamento|contrato|agreement|contract)(?!\p{L})/iu;
const paragraph =
  /^(?:§ ?\d|art(?:icle|ículo|ikel)?\.? (?:\d|premier|[ivx]+\b)|article premier|section \d|clause \d)/i;

/** Beside a timeline: what tells of one event and what came of it. */
const accounts =
  /(?:^|\| )(?:summary|impact|root cause|resolution|detection|what happened|action items|lessons|mitigation|recovery)\b/i;
const gathers = /\b(?:agenda|meeting)\b/i;

/** The first line of plain minutes, which is no heading by its looks: "Protokoll vom 14. März 2025", "Acta del 14 de marzo". */
const opening =
  /^[\s*_]{0,6}(?:\p{L}{1,14} ){0,2}(?:minutes|(?:meeting|call) (?:minutes|notes)|\p{L}*protokoll|\p{L}*niederschrift|compte[- ]rendu|procès-verbal|acta|minuta)(?:[*_]{0,2}$| (?:of|from|for|der|des|vom|über|zur|zum|de|du|del|-|–)(?!\p{L}))/iu;
/** Whether a line is the title of minutes. */
export const isOpening = (line: string): boolean =>
  line.length < 100 && opening.test(line) && !/[^.\d][.!?;]$/.test(line);

/** @param first line of its text. */
export function genreOf(model: DocumentModel, type: string, title: string | null, first = ''): Genre {
  const headings = new Set(model.blocks.flatMap(({ path }) => path.map(({ text }) => text.toLowerCase())));
  const all = `${title ?? ''} | ${[...headings].slice(0, 60).join(' | ')}`.slice(0, 3000);
  // A list within a comment is of the one who comments.
  const speakers = model.blocks.filter(
    ({ kind, stamp }) => kind === 'message' || stamp?.from === 'message',
  ).length;
  if (type === 'email') return 'mail';
  if (
    /\b(?:post[- ]?mortem|incident|outage|root causes?|what went (?:well|wrong|badly|poorly)|störung|ausfall|rétrospective d'incident|incidente)\b/i.test(
      all,
    )
  )
    return 'postmortem';
  const paragraphs = [...headings].filter((text) => paragraph.test(text)).length;
  if (rules.test(title ?? '') && paragraphs > 2) return 'rules';
  if (/(?:^|\| )timeline\b/i.test(all) && accounts.test(all) && !gathers.test(all)) return 'postmortem';
  if (
    /\b(?:consequences|decision outcome|considered options|konsequenzen|conséquences|consecuencias)\b|\badr\b/i.test(
      all,
    )
  )
    return 'adr';
  if (
    /(?<!\p{L})(?:minutes|meeting|agenda|attendees|present|anwesende?|tagesordnung(?:spunkte?)?|beschlussfähigkeit|treffen|compte[- ]rendu|procès-verbal|réunion|ordre du jour|acta|reunión|orden del día|asamblea|standup|sync)(?!\p{L})|protokoll|sitzung|versammlung/iu.test(
      all,
    )
  )
    return 'minutes';
  if (isOpening(first) && type !== 'chat' && type !== 'transcript') return 'minutes';
  if (
    /\b(?:changelog|release notes?|releases?|what's new|v?(?!\d{1,2}\.\d{1,2}\.\d{4}\b)\d+\.\d+\.\d+|unreleased|versions?hinweise|notes de version|notas de la versión)\b/i.test(
      all,
    )
  )
    return 'release';
  // Rules hold; what they say is not what anybody does on a day.
  if (rules.test(title ?? '') || paragraphs > 2) return 'rules';
  if (type === 'chat' || type === 'transcript') return 'chat';
  if (speakers > model.blocks.length / 2) return model.sender !== undefined ? 'mail' : 'thread';
  if (model.blocks.filter(({ box, kind }) => box !== undefined || kind === 'row').length > 2)
    return 'actions';
  return 'prose';
}
