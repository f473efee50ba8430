import type { Category } from '../domain/event.ts';

/** Sentences that only mention what would be an event; the weights know too few of them to tell. */

/** A condition, an indirect question or the title of instructions at the start of a sentence. */
const opening =
  /^(?:if|whether|unless|had (?:i|we|you|they|he|she)|how to|wenn|falls|ob|wie man|si (?:nous|on|vous|le|la|les|l')|comment (?:faire|signaler)|cómo)\b/i;

/** What is open, or was not decided. "Agreed not to build" is decided. */
const undecided = new RegExp(
  [
    String.raw`\bto be (?:decided|determined|agreed|confirmed)`,
    String.raw`(?<!\b(?:decided|agreed|resolved|voted|chose|opted|preferred)(?: to)? )(?:(?<!\p{L})not|n['’]t|(?<!\p{L})never|nobody|no one|none of us)(?!\p{L}| (?:only|just)\b)[^.,;:]{0,30}\b(?:decided?|agreed?|chosen?|choose|settled?|approved?|built|promised|(?:made|reach(?:ed)?|came to|come to|taken?) (?:a|an|any) (?:\p{L}{1,12} )?(?:decision|agreement|resolution))(?!\p{L})`,
    String.raw`(?<!\p{L})no (?:(?:final|formal|clear|firm|further) )?(?:decision|agreement|resolution)s? (?:yet|(?:was|were|is|has been|have been|had been|could be)(?!\p{L}))`,
    String.raw`(?<!\p{L})(?:noch )?nicht(?!\p{L}| nur)[^.,;:]{0,30}(?<!\p{L})(?:entschieden|beschlossen|vereinbart|verabschiedet|geeinigt|entscheiden|einigen)(?!\p{L})`,
    String.raw`(?<!\p{L})keine?n? (?:\p{L}{2,14} )?(?:entscheidung(?:en)?|beschl(?:uss|üsse)|einigung)(?!\p{L})[^.,;:]{0,40}(?<!\p{L})(?:getroffen|gefasst|gefallen|erzielt|gefunden|zustande|möglich)(?!\p{L})`,
    String.raw`(?<!\p{L})pas (?:encore )?(?:été )?(?:décidée?s?|tranchée?s?|convenue?s?|adoptée?s?|approuvée?s?|(?:trouvé|parvenue?s? à|arrivée?s? à) (?:un|d['’])\s?accord|(?:mise?s? )?d['’]accord)(?!\p{L})`,
    String.raw`(?<!\p{L})aucun(?:e décision| accord| consensus) n['’](?:a|ont|avait)(?!\p{L})`,
    String.raw`(?<!\p{L})no (?:se )?(?:(?:ha|han|hemos|había) )?(?:sido )?(?:decidi(?:do|ó|mos|eron)|acord(?:ado|ó|amos|aron)|aprob(?:ad[oa]|ó|amos|aron))(?!\p{L})`,
    String.raw`(?<!\p{L})(?:no (?:se )?(?:tomó|tomaron|tomamos|hubo|ha habido|alcanzó|llegó a) (?:una |un |ninguna |ningún )?|ningun[ao]? )(?:decisión|acuerdo)(?!\p{L})`,
  ].join('|'),
  'iu',
);
/** What was decided instead. */
const instead =
  /(?<!\p{L})(?:but|instead|however|aber|sondern|stattdessen|mais|pero|sino)(?!\p{L})[^.;]{0,80}(?<!\p{L})(?:decided|agreed|chose|approved|settled|adopted|entschieden|beschlossen|vereinbart|décidé|convenu|adopté|decidi\p{L}{1,4}|acord\p{L}{1,4})(?!\p{L})/iu;

/** What nobody did. */
const denied = /^(?:nobody|no one|none of|niemand|keiner von|personne n|aucun d|nadie|ninguno de)\b/i;

/** "Did we decide …?" asks what was done, and does not tell it. */
const asked =
  /^(?:did|do|does|have|has|had|is|are|was|were)\b[^.!]{0,200}\?["'”’)]*$|^(?:haben|hat|ist|sind|wurden?|war(?:en)?|avons-nous|a-t-on|est-ce que|¿)[^.!]{0,200}\?$/iu;

/** What somebody may do is no promise, and who may join is no member. */
const tentative = /^[^.;:]{0,40}\b(?:might|may or may not|could perhaps)\b/i;

/** A field that is empty: "Blockers: none". */
const empty =
  /^.{0,40}[:–-][*_]{0,2} ?(?:none|no|n\/a|nothing|nil|tbd|keine?r?|nichts|aucune?|néant|rien|ninguno|ninguna|nada)[.!]?$/iu;

/** The state of a record, in a word. */
const state = /^[^\p{L}]{0,6}(?:status|statut|estado|stand)[*_]{0,2} ?:[*_]{0,2} ?\p{L}{2,20}[.*_]{0,3}$/iu;

export const isEmptyField = (text: string): boolean => empty.test(text) || state.test(text);

const deeds: ReadonlySet<Category> = new Set(['Execution', 'Decision', 'Commitment', 'Change']);

const verbs = /\b(?:decided|agreed|approved|will|promise[ds]?)\b/i;

/** Whether the verbs of deciding or promising stand in quotation marks only. */
function onlyQuoted(text: string): boolean {
  const parts = text.split(/["“”]/);
  return parts.length > 2 && verbs.test(text) && !verbs.test(parts.filter((_, i) => i % 2 === 0).join(' '));
}

/** Whether a text states no event of this category, although its words speak of one. */
export function statesNothing(text: string, category: Category): boolean {
  const said = text.replace(/^[^\p{L}"“]{1,20}/u, '');
  if (opening.test(said)) return true;
  if (category === 'Decision' && undecided.test(said) && !instead.test(said)) return true;
  if (deeds.has(category) && (denied.test(said) || asked.test(said))) return true;
  if ((category === 'Commitment' || category === 'Stakeholder') && tentative.test(said)) return true;
  return (category === 'Decision' || category === 'Commitment') && onlyQuoted(said);
}
