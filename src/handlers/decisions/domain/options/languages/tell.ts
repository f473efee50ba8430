import { folded, type Word } from '../names/words.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { type Grammar, grammarOf } from './grammar.ts';
import { spanish } from './spanish.ts';
import { elided } from './spellings.ts';

/** Little words, of which none is an English one. */
const signs = {
  german: `der das und nicht wird werden wir für fuer mit statt ein eine einen einem einer im auf bei nur kein keine keinen den dem des zu zum zur von vom
    aus als auch noch mehr ist sind bleibt bleiben durch nach über ab künftig bitte wegen ohne oder sich uns unsere raus rein weg anstatt`,
  french: `le la les du des une un pour avec dans nous au aux ne pas est sont sur par et ou plutôt que qui sans chez notre nos de en plus on a`,
  spanish: `el los las la para con del por y se al de lo su sus en lugar nuestro nuestra un una a no vez ya fuera`,
};
const english = new Set(
  `the a an to for of in on at with and or is are be was were will we our us it its as by from not no instead rather than over into until
that this when which so all every each has have only now after before they their`.split(/\s+/),
);
/** These are English words as well: they tell only one of the other languages from another. */
const little = new Set('a en on plus vez no'.split(' '));
/** Words that tell another language alone. */
const sure = new Set(
  `der das und nicht wird werden wir für statt eine einen einem einer kein keine keinen zum zur auch noch nach über künftig oder sich uns
    nous pas sont avec dans pour une para una nuestro nuestra del por los las`.split(/\s+/),
);
const others = new Set(
  Object.values(signs)
    .flatMap((list) => list.trim().split(/\s+/))
    .filter((word) => !little.has(word)),
);

type Language = { name: keyof typeof signs; signs: ReadonlySet<string>; grammar: Grammar };

let built: readonly Language[] | undefined;
/** Built when the first statement is read: the forms of all their verbs take a while. */
const languages = (): readonly Language[] => {
  built ??= Object.entries({ german, french, spanish }).map(([key, tables]) => {
    const name = key as keyof typeof signs;
    return { name, signs: new Set(signs[name].trim().split(/\s+/)), grammar: grammarOf(tables) };
  });
  return built;
};

/**
 * The grammar of a statement that is not English, by its little words and its verbs. The local model was taught with English; in
 * other languages it takes what is chosen for given up more often than the grammar does.
 */
export function grammarFor(statement: readonly Word[]): Grammar | undefined {
  const words = statement.map(({ lower }) => folded(lower));
  const count = (of: ReadonlySet<string>) => statement.filter(({ lower }) => of.has(lower)).length;
  const tells = (word: string | undefined) =>
    languages().some(({ grammar }) => grammar.tells.has(word ?? ''));
  const verbs = words.filter(tells).length;
  const strange = statement.filter(
    ({ text }) => /['’]$/u.test(text) || languages().some(({ grammar }) => grammar.letters.test(text)),
  ).length;
  const foreign = count(others) + count(sure) + verbs + strange + (onBegins(words) ? 1 : 0);
  // English has these, too: "on abandonne", "de X a Y".
  const shared = foreign > 1 || verbs > 0 || onBegins(words) ? count(ambiguous) : 0;
  const spoken = count(english) - shared;
  if (foreign < spoken || (foreign === spoken && verbs === 0)) return undefined;
  const scored = languages().map(({ signs: own, grammar }) => ({
    grammar,
    score:
      count(own) +
      words.filter((word) => grammar.tells.has(word)).length +
      statement.filter(({ text }) => grammar.letters.test(text)).length,
  }));
  return scored.toSorted((a, b) => b.score - a.score)[0]?.grammar;
}

/** "On laisse tomber X" */
const onBegins = ([first, second = '']: readonly string[]): boolean =>
  first === 'on' &&
  languages().some(({ name, grammar }) => name === 'french' && grammar.predicates.has(second));
const ambiguous = new Set(['a', 'on', 'no']);

/** "d'Oracle" as two words. */
export const elidedWords = (words: readonly Word[]): Word[] =>
  words.flatMap((word): Word[] => {
    const [start] = elided.exec(word.text) ?? [];
    if (start === undefined) return [word];
    const little = `${start.slice(0, -1).toLowerCase()}e`;
    return [
      { text: start, lower: little, stem: little, first: word.first },
      {
        text: word.text.slice(start.length),
        lower: word.lower.slice(start.length - 1),
        stem: word.stem.slice(start.length - 1),
        first: false,
      },
    ];
  });
