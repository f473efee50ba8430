/** Names of people in German texts, where every noun has a capital: by what they did, and as no noun without an article stands. */

/** "Nala hat den Zaun gestrichen", "Nala und Tovi haben …". */
const did =
  /(?:^|[.!?:]\s{1,3}|[-*•] )(\p{Lu}\p{Ll}{2,20})(?: hat| und (\p{Lu}\p{Ll}{2,20}) haben)\s([^.!?:\n]{0,200}(?:\n[^.!?:\n]{1,200}){0,3})/gmu;
const participle =
  /(?<!\p{L})(?:\p{Ll}{0,8}ge\p{Ll}{2,14}(?:t|en)|(?:be|ver|er|ent|zer|über|unter)\p{Ll}{2,14}(?:t|en)|\p{Ll}{2,14}iert)(?!\p{L})/u;
const noName =
  /(?:ung|heit|keit|schaft|tion|tät|ling|nis|tum|ment|ismus|ware|technik|gruppe|team|verein|kreis|rat|amt|projekt|verband|werk|haus|stand|leitung|antrag)(?:s|e|en)?$|^(?:alle|alles|niemand|jede[rs]?|jemand|eine[rs]?|das|diese[rs]?|wer|was|man|sie|er|es|wir|ich|ihr|beide|manche|viele|einige|keine[rs]?|dabei|danach|dann|damit|dazu|hier|dort|heute|gestern|jetzt|leider|inzwischen|außerdem|auch|insgesamt|zuletzt|zuerst|später|nun|so|da|wie|warum|wann|wo)$/i;
const withArticle =
  /(?<!\p{L})(?:der|die|das|de[nms]|(?:k|m|d|s)?eine?[nmrs]?|unsere?[nmrs]?|ihre?[nmrs]?|jede[nmrs]?|diese[nmrs]?|alle|im|am|ins|zu[mr]|vom|beim|pro|kein) (\p{Lu}\p{Ll}{1,20})(?!\p{L})/giu;

export function actingInGerman(body: string): ReadonlySet<string> {
  const names = new Set<string>();
  let nouns: ReadonlySet<string> | undefined;
  for (const [, first, second, rest = ''] of body.matchAll(did))
    for (const name of [first, second]) {
      if (name === undefined || noName.test(name) || !participle.test(rest)) continue;
      nouns ??= new Set(Array.from(body.matchAll(withArticle), ([, noun = '']) => noun));
      if (!nouns.has(name)) names.add(name);
    }
  return names;
}
