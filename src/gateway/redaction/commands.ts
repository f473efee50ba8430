import { allBut, isIn, word } from './alphabets.ts';
import { type Command, commands, type Form } from './flags.ts';
import { lookOf } from './look.ts';
import { markBegin, type Span } from './marks.ts';
import { isPhrase } from './phrases.ts';
import type { Matcher } from './structured.ts';
import { isExample, isPlaceholder } from './values.ts';
import { trustIn } from './words.ts';

const argument = allBut('"\'`;|<>()&');
/** Longest part of a command that is examined. */
const longestCommand = 600;

/** The commands by their first three characters, which are searched for. */
const byBegin = new Map<string, Command[]>();
for (const command of commands) {
  const begin = `${command.name} `.slice(0, 3);
  byBegin.set(begin, [...(byBegin.get(begin) ?? []), command]);
}

/** For each beginning of a command, a matcher of the secret among its arguments. */
export const commandMatchers: [Matcher, string[]][] = [...byBegin].map(([begin, candidates]) => [
  ({ text }, at) => commandSecret(text, at, candidates),
  [begin],
]);

/**
 * Finds secrets among the arguments of a command, which ends with its line unless a backslash continues it.
 *
 * @param at index of the command's name.
 */
function commandSecret(text: string, at: number, candidates: readonly Command[]): Span | undefined {
  if (at > 0 && (isIn(word, text, at - 1) || '-.'.includes(text[at - 1] ?? ''))) return undefined;
  const most = Math.min(text.length, at + longestCommand);
  for (const { name, options, form } of candidates) {
    if (!text.startsWith(name, at) || !' \t'.includes(text[at + name.length] ?? '.')) continue;
    for (let i = at + name.length; i < most; i += 1) {
      const c = text[i];
      if ((c === '\n' && text[i - 1] !== '\\') || c === '|' || c === ';') break;
      // Another occurrence of the command is examined by itself.
      if (i > at + name.length && text.startsWith(name, i)) break;
      if ((c !== '-' && c !== '/') || (text[i - 1] !== ' ' && text[i - 1] !== '\t')) continue;
      for (const option of options) {
        const span = text.startsWith(option, i) ? secretAt(text, i + option.length, form) : undefined;
        if (span) return span;
      }
    }
  }
  return undefined;
}

const isWords = (value: string): boolean => trustIn(value) !== undefined || isPhrase(value);

function secretAt(text: string, at: number, form: Form): Span | undefined {
  let from = at;
  const apart = ' \t='.includes(text[from] ?? '.');
  if ((form === 'next' || form === 'any') && !apart) return undefined;
  if (form !== 'joined') while (' \t='.includes(text[from] ?? '.') && from < at + 4) from += 1;
  const quote = text[from] === '"' || text[from] === "'" ? text[from] : undefined;
  if (quote !== undefined) from += 1;
  if (text.startsWith('pass:', from)) from += 5;
  let end = from;
  const most = Math.min(text.length, from + 300);
  while (
    end < most &&
    (quote === undefined ? isIn(argument, text, end) : text[end] !== quote && text[end] !== '\n')
  )
    end += 1;
  if (form === 'pair') {
    // The user is a token, which was removed already.
    if (text.startsWith(markBegin, from)) return undefined;
    const separator = text.slice(from, end).search(/[:%,]/);
    if (separator < 0) return undefined;
    from += separator + 1;
  }
  const value = text.slice(from, end);
  if (value.length < 4 || isPlaceholder(value) || value.startsWith(markBegin) || value.startsWith('-'))
    return undefined;
  if (form === 'any' && isExample(value)) return undefined;
  const look = lookOf(value);
  const apartWords = value.split('-').length > 3;
  if (
    form !== 'pair' &&
    form !== 'any' &&
    look.digits + look.symbols === 0 &&
    look.changes < 0.3 &&
    !apartWords &&
    !isWords(value)
  )
    return undefined;
  // A port, a mapping of ports, an address or a path.
  if (form !== 'pair' && /^(?:[0-9.:]+(?:\/(?:tcp|udp))?|\.{0,2}\/.*)$/.test(value)) return undefined;
  return { start: from, end, kind: 'command_secret' };
}
