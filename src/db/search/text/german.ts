import { stopWords } from './stem.ts';

/** Words of German too common to be significant, without marks on letters as terms are. */
const german: ReadonlySet<string> = new Set(
  `aber alle allem allen aller alles als ander andere anderen anderer auch auf aus bei beim bis da damit dann das dass dein
deine dessen dich diese diesem diesen dieser dieses dir doch dort durch ein eine einem einen einer eines einige etwas euch
euer eure fur gab gegen gibt haben hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ist ja jede jedem jeden
jeder jedes jener jetzt kann kein keine keinem keinen keiner konnen konnte mein meine meinem meinen meiner mich mir mochte
muss mussen nach nicht nichts noch nun nur ob oder ohne sehr seid sein seine seinem seinen seiner seit sich sie sind soll sollen
sollte sondern sonst uber und uns unser unsere unter viel vom von vor wann warum weg weil welche welchem welchen welcher welches
wenn wer werde werden wie wieder wieso wird wir wird wo wollen wollte wurde wurden zu zum zur zwar zwischen der dem`.split(
    /\s+/,
  ),
);

/** Words of it that mean something else in other texts: a licence, a system, a program. Alone they say no language. */
const ambiguous: ReadonlySet<string> = new Set(
  'ab also am an bin den des die du er es hab habe hat im in man mit so um war waren was will'.split(' '),
);

/** Whether a word is insignificant beside these: one of two or more common words of German. */
export function insignificantAmong(words: readonly string[]): (word: string) => boolean {
  const isCommon = (word: string) => german.has(word) || ambiguous.has(word);
  const common = words.filter((word) => isCommon(word) && !stopWords.has(word));
  return common.length > 1 && common.some((word) => german.has(word)) ? isCommon : () => false;
}
