import { unspaced } from '../cues/words.ts';

/**
 * The facts of a problem that a search must not lose: what a person would copy rather than retype. Texts are read by
 * words and by sentences, so that long ones take linear time.
 */

export const factKinds = [
  'quote',
  'error',
  'command',
  'url',
  'path',
  'version',
  'number',
  'identifier',
] as const;
export type Fact = { kind: (typeof factKinds)[number]; text: string };

const mostFacts = 60;
const longestFact = 300;
const mostCharacters = 20_000;

/** The facts in a text in order of their kinds, without repetition. */
export function factsIn(problem: string): Fact[] {
  const text = problem.slice(0, mostCharacters);
  const found = [...quotes(text), ...errors(text), ...commands(text), ...wordFacts(text)];
  const seen = new Set<string>();
  const facts: Fact[] = [];
  for (const { kind, text: raw } of found) {
    const fact = raw.replaceAll(/\s+/g, ' ').trim();
    if (fact.length < 2 || fact.length > longestFact || seen.has(fact)) continue;
    seen.add(fact);
    facts.push({ kind, text: fact });
  }
  return facts.sort((a, b) => factKinds.indexOf(a.kind) - factKinds.indexOf(b.kind)).slice(0, mostFacts);
}

const quoted =
  /```([^`]{1,300})```|`([^`\n]{1,300})`|"([^"\n]{2,300})"|“([^“”\n]{2,300})”|„([^„“”\n]{2,300})[“”]|«([^«»\n]{2,300})»|「([^「」\n]{2,300})」|『([^『』\n]{2,300})』|(?<![\p{L}\p{N}])'([^'\n]{2,200})'(?![\p{L}\p{N}])/gu;

const quotes = (text: string): Fact[] =>
  [...text.matchAll(quoted)].map((match) => ({
    kind: 'quote',
    text: match.slice(1).find((part) => part !== undefined) ?? '',
  }));

const errorMark =
  /\b(?:[A-Za-z.]{0,60}(?:Error|Exception|Panic)|error|ERROR|[Ee]rreur|[Ff]ehler(?:meldung)?|[Ee]rro|FATAL|fatal|panic|FAILED|[Ff]ailed|forbidden|denied|refused|timed out|not found|Segmentation|segmentation|ENOENT|ECONN[A-Z]+|E[A-Z]{4,12})\b|报错|错误|エラー|오류/u;
/** A program and its message: `ssh: connect to host …`. */
const programMessage = /(?:^|\s)[a-z][\w.-]{1,30}: [a-z]/;

/** Sentences that repeat a message of a program; cut where the message begins, too. */
function errors(text: string): Fact[] {
  return sentencesOf(text).flatMap((sentence): Fact[] => {
    const mark = errorMark.exec(sentence);
    const program = programMessage.exec(sentence);
    if (!mark && !program) return [];
    const starts = new Set([0]);
    if (mark) starts.add(mark.index);
    if (program) starts.add(program.index);
    const colon = /[:：] */.exec(sentence);
    if (colon) starts.add(colon.index + colon[0].length);
    const ascii = /[\x21-\x7e][\x20-\x7e]{8,}/.exec(sentence);
    if (ascii && unspaced.test(sentence)) starts.add(ascii.index);
    return [...starts].map((at) => ({ kind: 'error', text: sentence.slice(at).slice(0, longestFact) }));
  });
}

const mostSentence = 600;
const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?])\s+|\n+|[。！？]/).map((sentence) => sentence.slice(0, mostSentence));

const programs = new Set(
  'apt apt-get aws az bash brew bundle cargo cat cd chmod choco cmake composer conda curl deno docker docker-compose dotnet flutter gcc gcloud gem git go gradle grep helm java javac jest kubectl make mvn mysql node npm npx nvm openssl php pip pip3 pnpm podman poetry psql pytest python python3 rails rake redis-cli ruby rustc scp sh ssh sudo systemctl terraform tsc uv valgrind vim wget yarn'.split(
    ' ',
  ),
);
const mostArguments = 10;
/** An argument rather than a word of the sentence. */
const argument = /^(?:-|\.{0,2}\/|<|>|\||&&|[\w.-]*[\d/@=:.\\_][^\s]*$)/;

/** Runs of words that begin with a program and go on with its arguments. */
function commands(text: string): Fact[] {
  const words = text.split(/\s+/);
  return words.flatMap((word, at): Fact[] => {
    const program = word.replace(/^[`"'($#>]+/, '');
    if (!programs.has(program) && !/^\.\/[\w.-]+$/.test(program)) return [];
    const taken = [program];
    for (const next of words.slice(at + 1, at + 1 + mostArguments)) {
      const end = /[.,;:!?)]$/.test(next);
      const inner = end ? next.slice(0, -1) : next;
      // Subcommands have no mark of their own, and follow the program.
      if (!argument.test(inner) && !(taken.length <= 2 && /^[a-z][a-z-]{1,20}$/.test(inner))) break;
      taken.push(inner);
      if (end) break;
    }
    return taken.length === 1 ? [] : [{ kind: 'command', text: bare(taken.join(' ')) }];
  });
}

const bare = (word: string): string => {
  const inner = word.replace(/^[([{<"'`“„«]+/, '').slice(0, longestFact + 50);
  let end = inner.length;
  while (end > 0 && `.,;:!?)]}>"'\`”“»…。，、`.includes(inner[end - 1] ?? '')) end -= 1;
  // Keeps the parentheses of a call, and stars and dots that belong to an argument.
  const rest = inner.slice(end);
  return inner.slice(0, end) + (rest.startsWith(')') && inner.slice(0, end).endsWith('(') ? ')' : '');
};

const url = /^[a-z][a-z+]{1,12}:\/\/\S/i;
const path =
  /^(?:[A-Za-z]:\\|~?\.{0,2}[\\/])?[\w.@~*-]+(?:[\\/][\w.@~*-]+)+[\\/]?(?::\d+)?$|^(?:~|\.{1,2})?\/[\w.@~*/-]+$|^\.?[\w-]+\.(?:tsx?|jsx?|mjs|cjs|py|rs|go|java|kt|rb|php|c|h|cc|cpp|cs|swift|sql|sh|ya?ml|toml|json|md|html|css|env|ini|conf|cfg|log|txt|csv|xml|lock|vue|exe|dll)(?::\d+)?$|^(?:Dockerfile|Makefile|Gemfile|Procfile|Jenkinsfile|Vagrantfile)$/i;
const version = /^[vV]?\d{1,6}(?:\.(?:\d{1,8}|x)){1,4}(?:[-+][\w.]{1,30}|[a-z]\w{0,10})?$/;
const amount = /^(?:[$€£¥]\d[\d.,]*[kKmM]?|\d[\d.,]*(?:%|[kKMGT]i?[bB]|ms|s|€|\$|USD|EUR))$/;
const identifier =
  /^(?:--?[a-zA-Z][\w-]*(?:[=:]\S+)?|[a-z$][a-z0-9$]*[A-Z][\w$]*(?:\(\))?|[A-Z][a-z0-9]+[A-Z]\w*(?:\(\))?|[A-Za-z0-9$]*_[\w$*]+|[A-Z][A-Z0-9]{2,}|[\w$]+(?:::[\w$*]+)+|\.?[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+(?:\(\))?|\w+\(\)|[a-z][a-z0-9]*(?:-[a-z0-9]+)+|[A-Za-z]+\d[\w.-]*|\d+[A-Za-z]\w*|#\d+|0x[0-9a-fA-F]+|@[\w/-]+|[\w.+-]+@[\w.-]+)$/;

/** Paths, versions, addresses, names and numbers, one word each or with the word before. */
function wordFacts(text: string): Fact[] {
  const found: Fact[] = [];
  let before = '';
  for (const raw of tokensOf(text)) {
    // Dots at the end of a flag belong to it.
    const word = raw.text.startsWith('--') ? raw.text.replace(/[,;)`"']$/, '') : bare(raw.text);
    if (word === '') continue;
    const kind = kindOf(word);
    if (kind !== undefined) found.push({ kind, text: word });
    // A Latin word within another script is a name.
    else if (raw.foreign && /^[A-Za-z]{3,40}$/.test(word)) found.push({ kind: 'identifier', text: word });
    // "Android 5.0.2", "error 500", "Windows 11", "HTC M8s", "fiche n°11".
    if (/\d/.test(word) && word.length < 30 && /^\p{L}[\p{L}\p{N}.-]{0,30}$/u.test(before))
      found.push({ kind: kind === 'version' ? 'version' : 'number', text: `${before} ${word}` });
    // "1,000 USD", "10 GB".
    if (/^[$€£]?\d[\d.,]*$/.test(before) && /^[\p{L}%€$]{1,12}$/u.test(word))
      found.push({ kind: 'number', text: `${before} ${word}` });
    before = word;
  }
  return found;
}

function kindOf(word: string): Fact['kind'] | undefined {
  if (url.test(word)) return 'url';
  if (version.test(word)) return 'version';
  if (amount.test(word)) return 'number';
  if (path.test(word)) return 'path';
  if (identifier.test(word)) return 'identifier';
  return undefined;
}

/** Words between spaces; in scripts without spaces, also the runs of Latin letters and digits. */
function* tokensOf(text: string): Generator<{ text: string; foreign: boolean }> {
  for (const [word] of text.matchAll(/\S+/g)) {
    if (!unspaced.test(word)) yield { text: word, foreign: false };
    else for (const [run] of word.matchAll(/[\x21-\x7e]{2,}/g)) yield { text: run, foreign: true };
  }
}
