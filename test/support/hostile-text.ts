import { type AST, RegExpParser } from '@eslint-community/regexpp';

/**
 * Texts that may slow down a regular expression, derived from its own structure: repetitions of what any of its parts
 * matches, after what must precede that part and before what cannot follow. Each can be generated at any length.
 */
export function* hostileTexts(source: string, flags: string): Generator<(length: number) => string> {
  const parsed = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const seen = new Set<string>();
  for (const [before, pump, after] of shapes(parsed, flags)) {
    if (pump === '') continue;
    const key = JSON.stringify([before, pump, after]);
    if (seen.has(key)) continue;
    seen.add(key);
    yield (length) => before + pump.repeat(Math.ceil(length / pump.length)) + after;
  }
}

type Shape = [before: string, pump: string, after: string];

/** A character that no expression mentions. */
const mismatch = '\u0001';
/** Representatives of the character classes that expressions distinguish. */
const ordinary = [
  'a',
  'A',
  '0',
  '_',
  ' ',
  '\n',
  '\t',
  '.',
  ',',
  ':',
  '-',
  '/',
  '"',
  "'",
  '<',
  '(',
  '[',
  '{',
  '@',
  '\\',
  'é',
  '中',
];

function* shapes(pattern: AST.Pattern, flags: string): Generator<Shape> {
  const alphabet = [...new Set([...charactersOf(pattern), ...ordinary])].slice(0, 60);
  const samples = sampler(alphabet, flags);
  for (const sign of alphabet) yield ['', sign, mismatch];
  for (const alternatives of groupsOf(pattern))
    for (const { elements } of alternatives) {
      let before = '';
      for (const [place, element] of elements.entries()) {
        const own = samples(element);
        if (before !== '') {
          yield ['', before, mismatch];
          yield ['', `${before}\n`, mismatch];
          yield ['', `${before} `, mismatch];
        }
        if (repeats(element)) {
          const inner = samples(element.element).filter((text) => text !== '');
          for (const text of inner) {
            yield ['', text, mismatch];
            yield [before, text, mismatch];
            yield [before, text, ''];
            if (element.min > 1) yield ['', text.repeat(Math.min(element.min, 1000) - 1) + mismatch, ''];
            yield ['', `\n${text}`, mismatch];
            yield ['', before + text, mismatch];
            for (const next of elements.slice(place + 1, place + 3))
              for (const other of samples(next).slice(0, 2)) yield [before, text + other, mismatch];
          }
        }
        before += own.find((text) => text !== '') ?? '';
      }
      yield ['', before, mismatch];
    }
}

const repeats = (element: AST.Element): element is AST.Quantifier =>
  element.type === 'Quantifier' && element.max > 3;

/** The alternatives of the pattern and of every group in it. */
function* groupsOf(node: AST.Pattern | AST.Element): Generator<AST.Alternative[]> {
  if (node.type === 'Quantifier') return yield* groupsOf(node.element);
  if (!('alternatives' in node)) return;
  const alternatives = node.alternatives.filter((one): one is AST.Alternative => one.type === 'Alternative');
  yield alternatives;
  for (const { elements } of alternatives) for (const element of elements) yield* groupsOf(element);
}

/** The characters an expression mentions. */
function charactersOf(pattern: AST.Pattern): Set<string> {
  const found = new Set<string>();
  const note = ({ value }: AST.Character) => found.add(String.fromCodePoint(value));
  const visit = (node: AST.Pattern | AST.Element | AST.CharacterClassElement | AST.ClassSetOperand): void => {
    if (node.type === 'Character') note(node);
    else if (node.type === 'CharacterClassRange') note(node.min);
    else if (node.type === 'CharacterClass') for (const element of node.elements) visit(element);
    else if (node.type === 'Quantifier') visit(node.element);
    else if ('alternatives' in node)
      for (const { elements } of node.alternatives) for (const element of elements) visit(element);
  };
  visit(pattern);
  return found;
}

/** A few short texts that a part of an expression matches; none for lookarounds. */
function sampler(alphabet: readonly string[], flags: string): (node: AST.Element) => string[] {
  const unicode = flags.replaceAll(/[^iuvs]/g, '');
  const most = 4;
  const members = new Map<string, string[]>();
  const membersOf = (raw: string): string[] => {
    const known = members.get(raw);
    if (known) return known;
    const one = new RegExp(`^(?:${raw})$`, unicode);
    const found = alphabet.filter((sign) => one.test(sign));
    members.set(raw, found);
    return found;
  };
  const joined = (elements: readonly AST.Element[]): string[] => {
    const parts = elements.map(samples);
    const first = parts.map((part) => part[0] ?? '');
    const others = parts.flatMap((part, place) =>
      part.slice(1, 3).map((text) => [...first.slice(0, place), text, ...first.slice(place + 1)].join('')),
    );
    return [first.join(''), ...others].slice(0, most);
  };
  const samples = (node: AST.Element): string[] => {
    switch (node.type) {
      case 'Character':
        return [String.fromCodePoint(node.value)];
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass':
        return membersOf(node.raw).slice(0, 12);
      case 'Group':
      case 'CapturingGroup':
        return node.alternatives.flatMap(({ elements }) => joined(elements).slice(0, 2)).slice(0, 12);
      case 'Quantifier': {
        const once = samples(node.element).slice(0, most);
        if (node.min > 1) return once.map((text) => text.repeat(Math.min(node.min, 1000)));
        return node.min === 0 ? [...once, ''] : once;
      }
      default:
        return [''];
    }
  };
  return samples;
}
