import type { DocumentModel } from '../document/block.ts';
import { readings } from '../grammar/verb-group.ts';
import { isPerson, notNames } from '../grammar/words.ts';
import { actingInGerman } from './acting-german.ts';
import { ordinaryIn } from './ordinary.ts';

/** Names that the text itself shows to be of people: by a handle, or by what they do. */

const acts = String.raw`notes?|noted|asks?|asked|says?|said|suggests?|suggested|proposes?|proposed|mentions?|mentioned|points? out|pointed out|wonders?|wondered|thinks?|thought|stated?|states|reports?|reported|explains?|explained|volunteered|agrees?|agreed|approves?|approved|presented|presents|will|to|is (?:working|looking|going|checking|still)|has (?:been(?= \p{L}{1,20}ing(?!\p{L}))|written|started|opened)|wants?|wanted|offered|offers|raised|moved|seconded|confirmed|clarified|highlighted|added|commented|started|opened|wrote|berichtet|fragt|schlägt|kümmert|übernimmt|stellt|propose|demande|indique|explique|présente|informa|propone|pregunta|explica|presenta`;
const word = String.raw`[\p{L}][\p{L}\p{N}_'’-]{1,30}`;
const one = new RegExp(
  String.raw`(?:^|[.!?:;,]\s+|[-*•>]\s+|\band )@?(${word}(?: \p{Lu}[\p{L}'’-]+){0,2})(?:(?:, | and | & | \+ )@?(${word}(?: \p{Lu}[\p{L}'’-]+)?)){0,3}\*{0,2} (?:${acts})(?!\p{L})`,
  'gmu',
);
const handle = /(?<![\p{L}\p{N}./])@([\p{L}\p{N}][\p{L}\p{N}_-]{1,38})(?![\p{L}\p{N}_.-]*@|\/)/gu;
const others =
  /^(?:everyone|everybody|someone|nobody|which|people|folks|users?|developers?|also|still|just|only|then|there|he|she|they|we|you|it|that|this|who|order|due|according|thanks|want|need|have|has|how|what|able|going|team|group|board|committee|council|meeting|project|issue|document|report|release|version|section|chapter|work|plan|proposal|agreement|need|wish|ability|subject|access|support|next|back|up|down|out|moved|added|is|are|was|be|not)$/i;

const capitalised = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
const contraction = /(?:n['’]t|['’](?:s|ll|ve|re|d|m))$/;

/** Longest text that is searched: those who act in a document are named at its beginning. */
const longest = 60_000;
const most = 200;

export function actingIn(text: string, language: string): Pick<DocumentModel, 'names'>['names'] {
  const names = new Set<string>();
  const body = text.slice(0, longest);
  const isOrdinary = ordinaryIn(body, language);
  for (const [, name = ''] of body.matchAll(handle)) if (names.size < most) names.add(name);
  if (language === 'de') for (const name of actingInGerman(body)) if (names.size < most) names.add(name);
  for (const [, first = '', second] of body.matchAll(one))
    for (const name of [first, second]) {
      if (name === undefined || names.size >= most || /^\p{Lu}\d{1,2}$/u.test(name)) continue;
      const [start = ''] = name.split(' ');
      const low = start.toLowerCase();
      // "We've agreed …": a contraction is what it is of.
      const bare = low.replace(contraction, '');
      if (notNames.has(bare) || others.test(bare) || isPerson(low) || readings(low).length > 0) continue;
      if (name === start && isOrdinary(capitalised(start))) continue;
      // A word in lower case is a name only if it looks like a handle, or is capitalised elsewhere.
      if (/^\p{Ll}/u.test(start) && !/[\d_-]|\p{Ll}\p{Lu}/u.test(start) && !body.includes(capitalised(low)))
        continue;
      names.add(name);
    }
  return names;
}
