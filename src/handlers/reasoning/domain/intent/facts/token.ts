import { unspaced } from '../../cues/words.ts';
import type { FactKind } from './kinds.ts';

/** Words of a problem one by one. */

const mostOfToken = 350;

/** What compares, points or pipes. */
const symbol = /^(?:[<>≤≥~≈=]=?|[|→»›+-]|->|=>|&&)$/;
/** "l'API" is about the API. */
const elided = /^(?:[ldjnsctm]|qu)['’](?=\p{L})/iu;

/** A word without the punctuation around it. */
export const bare = (word: string): string => {
  if (symbol.test(word)) return word;
  const inner = word
    .replace(/^[([{<"'`“„«（]+/, '')
    .replace(elided, '')
    .slice(0, mostOfToken);
  let end = inner.length;
  while (end > 0 && `.,;:!?)]}>"'\`”“»…。，、；：）`.includes(inner[end - 1] ?? '') && !closes(inner, end))
    end -= 1;
  return inner.slice(0, end);
};

const openers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };
/** Whether the bracket before `end` was opened in the word. */
function closes(word: string, end: number): boolean {
  const opener = openers[word[end - 1] ?? ''];
  return (
    opener !== undefined && word.lastIndexOf(opener, end - 1) > word.lastIndexOf(word[end - 1] ?? '', end - 2)
  );
}

const url = /^[a-z][a-z+]{1,12}:\/\/\S/i;
const path =
  /^(?:[A-Za-z]:\\|~?\.{0,2}[\\/])?[\w.@~*<>{}:$-]+(?:[\\/][\w.@~*<>{}:$-]+)+[\\/]?(?:[?#]\S{0,100})?$|^(?:~|\.{1,2})?\/[\w.@~*/:<>{}$-]+(?:[?#]\S{0,100})?$|^[\w.-]+\.(?:tsx?|jsx?|mjs|cjs|py|rs|go|java|kt|rb|php|c|h|cc|cpp|cs|swift|sql|sh|ya?ml|toml|json|md|html|css|env|ini|conf|cfg|log|txt|csv|xml|lock|vue|exe|dll|dmg|zip|db|sqlite|pem|properties)(?::\d+|#[\w.-]{1,100})?$|^\.[a-z][\w-]{1,30}(?:\.[\w-]{1,20})*$|^[\w.@-]{2,60}\/$|^(?:Dockerfile|Makefile|Gemfile|Procfile|Jenkinsfile|Vagrantfile)$/i;
const version =
  /^[vV]?\d{1,6}(?:\.(?:\d{1,8}|[xX])){1,4}(?:[-+][\w.]{1,40}){0,3}(?:[a-z]\w{0,10})?$|^v\d{1,4}$/;
const date =
  /^\d{4}-\d{2}-\d{2}(?:T[\d:.Z+-]{1,20})?$|^\d{1,2}[./]\d{1,2}[./]\d{2,4}$|^\d{2}-\d{2}-\d{2}(?:\d{2})?$|^\d{1,2}:\d{2}(?::\d{2})?$|^\d{1,2}h\d{0,2}$/;
const amount =
  /^[<>≤≥~≈±+-]{0,2}[$€£¥]?\d[\d.,]{0,15}(?:%|°[CFK]?|[kKMGT]i?[bBo]?|ms|s|min|h|€|\$|USD|EUR|px|Hz|W|V|kWh|x|B)?\+?(?:[-–][\d.,]{1,10}(?:%|ms|s|[kKMGT]i?[bB])?)?$/;
const keys =
  /^(?:(?:ctrl|control|strg|cmd|command|alt|option|shift|umschalt|meta|super|win|fn|⌘|⌥|⇧|⌃)[+-])+[\w⌘↑↓←→,./\\-]{1,12}$|^[⌘⌥⇧⌃]+[\w]{1,8}$/iu;
const assignment = /^[\w.-]{1,60}=[^=\s]\S{0,150}$|^[A-Z][A-Z\d]*_[A-Z\d_]*=$/;
/** Rates: "2.000/day". */
const rate = /^[~<>≤≥]?\d[\d.,]{0,15}[kKmMB]?\/\p{L}{1,12}$/u;
/** Addresses of machines, and ids of eight digits and more. */
const address =
  /^\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5}|\/\d{1,2})?$|^:\d{2,5}$|^:{1,2}[a-z][a-z-]{2,30}$|^[0-9a-fA-F]{2}(?::[0-9a-fA-F]{2}){5}$|^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4,12}){4}$/;
const identifier =
  /^(?:--?[a-zA-Z][\w-]*(?:[=:]\S+)?|[a-z$][a-z0-9$]*[A-Z][\w$]*(?:\(\))?|[A-Z]+[a-z0-9]+[A-Z]\w*(?:\(\))?|[A-Z]{2,}[a-z]{2}\w*|[A-Za-z0-9$]*_[\w$*]+|[A-Z][A-Z0-9]{2,}|[\w$]+(?:::[\w$*#]+)+(?:\(\))?|\d{1,5}(?:\.[\dxX]{1,4})?°[CFK]?|\d{1,6}(?:[×*]\d{1,6}){1,3}|\.?[A-Za-z_$][\w$-]*(?:\.[A-Za-z_$][\w$-]*)+(?:\(\))?|\w+\(\)|[A-Za-z][\w.-]*:[\w.-]*\w|(?:[A-Z]{2,}(?:[a-z]\w*)?|[A-Z][a-z]+[A-Z]\w*)-\p{L}[\p{L}-]*|[A-Za-z]+\d[\w.-]*|[A-Z][A-Za-z]*(?:-[\w.]*\d[\w.]*)+|\d+[A-Za-z]\w*|[#!]\d+|[\w.-]{1,60}\.[a-z]\w{0,9}#[\w.-]{1,100}|[\w$:]+(?:->\w+)+(?:\(\))?|0x[0-9a-fA-F]+|@[\w/-]+(?:@\S+)?|[\w-]+@[\d.]+\S*|[\w.+-]+@[\w.-]+\.\w+|\$\w+|[\w-]+(?:\|[\w-]+)+|v\*|\*\.\w{1,10}|\w{1,40}[-.]\*|=\?[\w-]{2,20}\?[BQ]\?)$/u;
/** "read-only" is a word; names with a hyphen stand in lower case and have two parts or more. */
const hyphened = /^[a-z][a-z0-9]*(?:-[a-z0-9]+(?:\.\d+)*)+$/;

/** The kind of a single word; nothing for a word of the language. */
export function kindOf(word: string): FactKind | undefined {
  if (url.test(word)) return 'url';
  if (date.test(word)) return 'number';
  if (address.test(word)) return 'identifier';
  if (version.test(word)) return 'version';
  if (keys.test(word)) return 'identifier';
  if (assignment.test(word)) return 'identifier';
  if (amount.test(word) || rate.test(word)) return 'number';
  if (path.test(word)) return 'path';
  if (identifier.test(word) || hyphened.test(word)) return 'identifier';
  return undefined;
}

export type Token = {
  /** Without punctuation. */
  text: string;
  kind: FactKind | undefined;
  /** Whether a sentence begins with it. */
  first: boolean;
  /** Whether punctuation parts it from the next. */
  last: boolean;
  /** Of Latin letters within another script. */
  foreign: boolean;
};

const unspacedAll = new RegExp(unspaced.source, 'gu');
/** One in so many characters of another script makes its Latin words names. */
const leastForeign = 8;

/** Words between spaces; in scripts without spaces, also the runs of Latin letters and digits. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const foreign = (text.match(unspacedAll)?.length ?? 0) * leastForeign > text.length;
  let first = true;
  for (const [, word = '', end = ''] of text.matchAll(
    /([^\s，。；：？！、（）【】《》]{1,2000})([，。；：？！、（）【】《》]?)/g,
  )) {
    const mixed = unspaced.test(word);
    const before = tokens.at(-1);
    if (mixed && before && !/^[\x21-\x7e]/.test(word)) before.last = true;
    for (const run of mixed ? (word.match(/[\x21-\x7e]+/g) ?? []) : [word]) {
      // Dots at the end of a flag belong to it.
      const inner = run.startsWith('--')
        ? run.replace(/[,;)`"']$/, '')
        : bare(run.replace(/^\((?=[<>≤≥~≈])/, ''));
      if (inner === '') {
        const stop = tokens.at(-1);
        if (stop) stop.last = true;
        continue;
      }
      // "Simuler l'API": no name goes on behind it.
      const neighbour = tokens.at(-1);
      if (neighbour && elided.test(run)) neighbour.last = true;
      tokens.push({
        text: inner,
        kind: kindOf(inner),
        first: first || /^["“„«(]/.test(run),
        last: end !== '' || (mixed && !word.endsWith(run)) || /[.,;:!?)…]["'”»)]{0,3}$/.test(run),
        foreign,
      });
      first = /[.!?:]["'”»)]{0,3}$/.test(run);
    }
  }
  return tokens;
}
