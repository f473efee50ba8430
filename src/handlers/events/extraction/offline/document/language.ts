/** Languages that the extractor reads. */
export const languages = ['en', 'de', 'fr', 'es'] as const;
export type Language = (typeof languages)[number];

const frequent: Record<Language | 'it' | 'pt' | 'nl' | 'sv' | 'pl', string> = {
  en: 'the of and to in is that for it with as was on be are this by an have from not or which you we will has were been they their',
  de: 'der in am die das und ist nicht mit ein eine den dem des für auf von zu im sich werden wird wurde auch als an nach wir es bei oder über noch aus sind hat datum teilnehmer teilnehmende aufgabe aufgaben wer bis wann verantwortlich zuständig frist anwesend maßnahme maßnahmen',
  fr: 'de du en à d l au se le la les des et est une un du dans que qui pour pas sur au avec ce par plus sont nous il elle ne aux cette a été ont être vous leur présents tâche tâches échéance',
  es: 'de la en a no el los las y una que por con para del se su al lo como más pero sus le ha fue este está son entre cuando sin sobre también hay nos tarea tareas responsable fecha límite asistentes acción',
  it: 'di la in a le il di che è per una sono con non del della gli nel dei alla anche più questo delle come hanno stato',
  pt: 'de a e o os que não uma um para com do da em dos das no na ao são mais foi pelo pela você também está',
  nl: 'het een van de en in op te dat niet zijn voor met aan ook bij wordt werd naar maar om uit deze hebben is er datum',
  sv: 'och att det som på är av för med den till inte om ett har var jag vi från eller datum',
  pl: 'nie się jest że na do to jak przez został oraz dla był od są który które po przy',
};
const byWord = new Map<string, string[]>();
for (const [language, words] of Object.entries(frequent))
  for (const word of words.split(' ')) byWord.set(word, [...(byWord.get(word) ?? []), language]);

/**
 * The language of a text by its most frequent words; `und` when too few are known, as in Greek, Russian, Chinese or code.
 *
 * @param fallback for texts too short to tell.
 */
export function languageOf(text: string, fallback = 'en'): string {
  const counts = new Map<string, number>();
  let known = 0;
  let words = 0;
  for (const [word] of text
    .slice(0, 12_000)
    // ".de" of an address is no word.
    .replace(/(?<!\S)[^\s@/]*[@/]\S*/g, ' ')
    .toLowerCase()
    .matchAll(/\p{L}+/gu)) {
    words += 1;
    const found = byWord.get(word);
    if (found === undefined) continue;
    known += 1;
    for (const language of found) counts.set(language, (counts.get(language) ?? 0) + 1 / found.length);
  }
  const foreign = text.slice(0, 4000).match(/[^\p{Script=Latin}\p{P}\p{N}\p{S}\s\p{M}\p{C}]/gu)?.length ?? 0;
  if (foreign > 40 || foreign * 3 > words + 20) return 'und';
  if (known < 3) return words < 200 ? fallback : 'und';
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  // A language that is not read has to be clear.
  const read = languages
    .map((one) => ({ one, count: counts.get(one) ?? 0 }))
    .sort((a, b) => b.count - a.count)[0];
  if (best !== undefined && read !== undefined && read.count * 1.25 >= best[1]) return read.one;
  return best?.[0] ?? fallback;
}

export const isRead = (language: string): language is Language => languages.some((one) => one === language);
