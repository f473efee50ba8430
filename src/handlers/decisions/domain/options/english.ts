import { wordsOf } from './names/words.ts';

/** Little words of German, French and Spanish that are no English ones. */
const others = new Set(
  `der das und nicht wird werden wir für mit statt ein eine einen einem einer im auf bei nur kein keine keinen den dem des zu zum zur von vom
aus als auch noch mehr ist sind bleibt bleiben durch nach über ab künftig bitte wegen ohne oder sich uns unsere
le la les du des une un pour avec dans nous au aux ne pas est sont sur par et ou plutôt que qui sans chez notre nos
el los las para con del por y se al de lo su sus en lugar nuestro nuestra`.split(/\s+/),
);
const english = new Set(
  `the a an to for of in on at with and or is are be was were will we our us it its as by from not no instead rather than over into until
that this when which so all every each has have only now after before they their`.split(/\s+/),
);

/**
 * Whether a statement may be English, by its little words. The local model was taught with English; in other languages it takes what is
 * chosen for given up more often than the grammar does.
 */
export function mayBeEnglish(statement: string): boolean {
  const words = wordsOf(statement);
  const count = (of: ReadonlySet<string>) => words.filter(({ lower }) => of.has(lower)).length;
  return count(others) <= count(english);
}
