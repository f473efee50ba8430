import { unspaced } from '../../cues/words.ts';
import { type Fact, longestFact } from './kinds.ts';

const mark =
  /\b(?:[A-Za-z.]{0,60}(?:Error|Exception|Panic)|error|ERROR|[Ee]rreur|[Ff]ehler(?:meldung)?|[Ee]rro|FATAL|fatal|panic|FAILED|[Ff]ailed|forbidden|denied|refused|timed out|not found|ERR!|Segmentation|segmentation|ENOENT|ECONN[A-Z]+|E[A-Z]{4,12}|Uncaught|Traceback|OOMKilled|Warning|WARNING|(?:Cannot|Can['’]t|Could not|Unable to|No such|[Uu]nknown|Invalid|Missing|Unexpected) [a-z]{3,30}|[Uu]ndefined (?:reference|symbol|method|variable|function|index|property|constant)|[Uu]nsupported|[Nn]ot supported|n[aã]o suportad[ao]|no soportad[ao]|nicht unterstützt|non pris en charge|[Rr]ejei[cç][aã]o|[Rr]ejected|contains an invalid|[Dd]uplicate (?:key|column|entry|name|value|identifier|symbol|object)|do not match|does not exist|already exists|in use)\b|\[(?:emerg|error|warn|crit|alert|fatal|ERROR|WARN|FATAL)\w{0,5}\]|报错|错误|エラー|오류/u;
/** Words of errors that ordinary sentences have, too, and what a sentence with a message has beside them. */
const ordinary =
  /^(?:error|[Ee]rreur|[Ff]ehler|[Ee]rro|[Ff]ailed|denied|refused|forbidden|in use|[Rr]ejected|Warning|(?:Missing|Unknown|unknown|Invalid|Unexpected) [a-z]{3,30})$/;
const quoting = /[:"“”„«»`()[\]\d_/]|[a-z][A-Z]|[A-Z]{3}/;

/** What programs say when they say no more. */
const formula =
  /\berreur (?:est survenue|s['’]est produite)|\bFehler (?:ist )?aufgetreten|\b(?:producido|ocurrido) un error|\b[Oo]correu um erro|verificato un errore|\berror (?:has )?occurred|\b[Ss]omething went wrong|\bZugriff verweigert|\b[Aa]ccès refusé|\b[Aa]cceso denegado|\b[Aa]cesso negado|\b[Aa]ccesso negato/;
/** What a log is said to have: `In the logs: …`. */
const introduced =
  /(?<!\p{L})(?:[Ll]ogs?|[Ll]ogfile|[Cc]onsole|[Kk]onsole|[Cc]onsola|[Oo]utput|[Aa]usgabe|[Ss]ortie|[Ss]alida|[Tt]erminal|stderr|stdout)(?: [^:：.\n]{1,40})? ?[:：] ([^\n]{8,300})/u;
/** `The import fails: could not open the file`. */
const complaint =
  /[:：] ?((?:cannot|can['’]t|could ?n['o’]t|unable to|no such|not an?|invalid|unknown|missing|unexpected|no se (?:pudo|puede|encontr[oó])|kann nicht|konnte nicht|nicht gefunden|impossible d[e’']|introuvable|n[aã]o foi poss[ií]vel|impossibile)[ '’][^\n]{4,300})/iu;
/** Values in a row are a line of a log: `the desk reported open=0 count=12`. */
const valuesInRow = /(?<![\w?&./-])[A-Za-z_]\w{0,40}=[^\s=&;,-][^\s=&;,]{0,60} (?=[A-Za-z_]\w{0,40}=[^\s=-])/;

/** A message goes on to the end of its line, beyond its first sentence: `LoanError: no desk. Open one first.` */
const lineOfMessage =
  /(?<![\w.])(?:[A-Za-z_][\w.]{0,80}(?:Error|Exception)|(?:Fatal |fatal )?[Ee]rror|ERROR|FATAL|Uncaught|Check failed|[Cc]ommand ["'`][^"'`\n]{1,80}["'`] failed)\b[^:：\n.!?]{0,60}[:：] ?[^\n]{8,300}/g;

/** The same in scripts without spaces, to the end of the sentence. */
const unspacedMessage =
  /[^\n。！？!?「」“”"]{0,40}(?:失[败敗]|错误|錯誤|エラー|无法|無法|できません|未能|오류|실패)[^\n。！？「」“”"]{0,60}/gu;

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
  const lines = [lineOfMessage, unspacedMessage]
    .flatMap((message) => [...text.matchAll(message)])
    .map(([message]): Fact => ({ kind: 'error', text: message.slice(0, longestFact) }));
  const sentences = sentencesOf(text).flatMap((sentence): Fact[] => {
    const found = mark.exec(sentence);
    const program = programMessage.exec(sentence);
    const values = valuesInRow.exec(sentence);
    if (found && !program && ordinary.test(found[0]) && !quoting.test(sentence) && !formula.test(sentence))
      return saidIn(sentence);
    const at = Math.min(...[found, program, values].map((match) => match?.index ?? Infinity));
    if (at === Infinity) return saidIn(sentence);
    if (unspaced.test(sentence)) return latinOf(sentence);
    const starts = [...sentence.slice(0, at).matchAll(clause)].map(
      ({ index, 0: { length } }) => index + length,
    );
    const last = starts.at(-1) ?? 0;
    const [ofProgram = ''] =
      /(?<!\S)[a-z][\w.-]{1,30}: $/.exec(sentence.slice(Math.max(0, last - 40), last)) ?? [];
    const start = sentence.length <= shortSentence ? 0 : last - ofProgram.length;
    return [{ kind: 'error', text: sentence.slice(start).slice(0, longestFact) }];
  });
  return [...sentences, ...lines];
}

/** What a log is said to have, or what a colon introduces. */
function saidIn(sentence: string): Fact[] {
  const [, message] = introduced.exec(sentence) ?? complaint.exec(sentence) ?? [];
  return message === undefined ? [] : [{ kind: 'error', text: message.slice(0, longestFact) }];
}

/** The message within a sentence of a script without spaces: the run of Latin text with the mark, or a short sentence. */
function latinOf(sentence: string): Fact[] {
  const runs = (sentence.match(/[\x21-\x7e][\x20-\x7e]{8,}/g) ?? []).filter(
    (run) => run.includes(' ') && (mark.test(run) || programMessage.test(run)),
  );
  const messages = runs.length > 0 || sentence.length > shortMixed ? runs : [sentence];
  return messages.map((text) => ({ kind: 'error', text: text.slice(0, longestFact) }));
}
