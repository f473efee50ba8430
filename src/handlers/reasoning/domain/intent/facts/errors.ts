import { unspaced } from '../../cues/words.ts';
import { type Fact, longestFact } from './kinds.ts';

const mark =
  /\b(?:[A-Za-z.]{0,60}(?:Error|Exception|Panic)|error|ERROR|[Ee]rreur|[Ff]ehler(?:meldung)?|[Ee]rro|FATAL|fatal|panic|FAILED|[Ff]ailed|forbidden|denied|refused|timed out|not found|ERR!|Segmentation|segmentation|ENOENT|ECONN[A-Z]+|E[A-Z]{4,12}|Uncaught|Traceback|OOMKilled|Warning|WARNING|(?:Cannot|Can['’]t|Could not|Unable to|No such|[Uu]nknown|Invalid|Missing|Unexpected) [a-z]{3,30}|[Uu]ndefined (?:reference|symbol|method|variable|function|index|property|constant)|[Uu]nsupported|[Nn]ot supported|n[aã]o suportad[ao]|no soportad[ao]|nicht unterstützt|non pris en charge|[Rr]ejei[cç][aã]o|[Rr]ejected|contains an invalid|[Dd]uplicate (?:key|column|entry|name|value|identifier|symbol|object)|do not match|does not exist|already exists|in use)\b|\[(?:emerg|error|warn|crit|alert|fatal|ERROR|WARN|FATAL)\w{0,5}\]|报错|错误|エラー|오류/u;
/** Words of errors that ordinary sentences have, too, and what a sentence with a message has beside them. */
const ordinary =
  /^(?:error|[Ee]rreur|[Ff]ehler|[Ee]rro|[Ff]ailed|denied|refused|forbidden|in use|[Rr]ejected|Warning|(?:Missing|Unknown|unknown|Invalid|Unexpected) [a-z]{3,30})$/;
const quoting = /[:"“”„«»`()[\]\d_/]|[a-z][A-Z]|[A-Z]{3}/;

/** A program and its message: `ssh: connect to host …`. */
const programMessage = /^\W{0,3}[a-z][\w.-]{1,30}: [a-z]/;
/** Where a clause begins that the message can be the end of. */
const clause = /[,;:：，、(—]\s*/g;

const mostSentence = 600;
const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.?]|(?<!ERR)!)[^\S\n]+(?!(?:Expected|Actual|Received|Got)\b)|\n+|[。！？]/)
    .map((sentence) => sentence.slice(0, mostSentence));

/** Longer sentences are cut where the clause with the message begins. */
const shortSentence = 140;
const shortMixed = 60;

/** Sentences that repeat a message of a program. */
export function errors(text: string): Fact[] {
  return sentencesOf(text).flatMap((sentence): Fact[] => {
    const found = mark.exec(sentence);
    const program = programMessage.exec(sentence);
    if (found && !program && ordinary.test(found[0]) && !quoting.test(sentence)) return [];
    const at = Math.min(found?.index ?? Infinity, program?.index ?? Infinity);
    if (at === Infinity) return [];
    if (unspaced.test(sentence)) return latinOf(sentence);
    const starts = [...sentence.slice(0, at).matchAll(clause)].map(
      ({ index, 0: { length } }) => index + length,
    );
    const start = sentence.length <= shortSentence ? 0 : (starts.at(-1) ?? 0);
    return [{ kind: 'error', text: sentence.slice(start).slice(0, longestFact) }];
  });
}

/** The message within a sentence of a script without spaces: the run of Latin text with the mark, or a short sentence. */
function latinOf(sentence: string): Fact[] {
  const runs = (sentence.match(/[\x21-\x7e][\x20-\x7e]{8,}/g) ?? []).filter(
    (run) => run.includes(' ') && (mark.test(run) || programMessage.test(run)),
  );
  const messages = runs.length > 0 || sentence.length > shortMixed ? runs : [sentence];
  return messages.map((text) => ({ kind: 'error', text: text.slice(0, longestFact) }));
}
