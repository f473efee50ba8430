/**
 * The base of a word, so that "using", "used" and "uses" compare equal. It need not be a word itself. Simpler than the
 * stemmer of the search index: it only takes endings of verbs and plurals off, since the words compared here are verbs of
 * deciding and the names of options.
 */
export function stemOf(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined) return known;
  if (word.length <= 3 || !/^[a-z]+$/.test(word)) return word;
  return withoutE(withoutParticiple(withoutS(word)));
}

const withoutS = (word: string): string => {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
};

function withoutParticiple(word: string): string {
  if (word.endsWith('ied')) return `${word.slice(0, -3)}y`;
  const ending = ['ing', 'ed'].find((one) => word.endsWith(one));
  if (!ending || word.endsWith('eed')) return word;
  const rest = word.slice(0, -ending.length);
  if (rest.length < 3 || !/[aeiouy]/.test(rest)) return word;
  const doubled = rest.length > 3 && rest.at(-1) === rest.at(-2) && !/[lsz]$/.test(rest);
  return doubled ? rest.slice(0, -1) : rest;
}

const withoutE = (word: string): string => (word.length > 3 && word.endsWith('e') ? word.slice(0, -1) : word);

const irregular = new Map(
  `use:use,uses,used,using,usage|be:am,is,are,was,were,been,be,being|go:goes,going,went,gone,go|keep:kept,keeping,keeps,keep|
choos:chose,chosen|build:built|take:took,taken,taking,takes,take|leav:left,leaves|stick:stuck|hold:held|bring:brought|give:gave,given,giving,gives,give|
do:does,did,done,doing|have:has,had,having|get:got,gotten,getting,gets,get|run:ran|write:wrote,written,writing,writes,write|
make:made,making,makes,make|withdraw:withdrew|forbid:forbade,forbidden|we:us|shut:shutting|say:said|wind:wound|index:indices`
    .replaceAll('\n', '')
    .split('|')
    .flatMap((line) => {
      const [base = '', forms = ''] = line.split(':');
      return forms.split(',').map((form): [string, string] => [form, base]);
    }),
);
