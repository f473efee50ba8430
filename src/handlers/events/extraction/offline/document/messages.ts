import { fullDate } from './dates.ts';
import type { Line } from './lines.ts';
import { type MessageHead, timeOnly } from './message-head.ts';
import type { Reading } from './reading.ts';
import type { Turn } from './speakers.ts';

/** Reads the lines that begin messages by the shape that they share. */

/** "12.03.21": the years of messages are of this century. */
const short = /(?<![\d./-])(\d{1,2})([./-])(\d{1,2})\2(\d\d)(?![\d./-])/;

/** A head with the words of its message behind it, as what begins a turn. */
export function turnOf({ name, length, time }: MessageHead, dayFirst = false): Turn {
  return {
    name,
    length,
    iso: fullDate(time.replace(short, '$1$2$3$220$4'), dayFirst)?.iso,
    clock: /\d{1,2}:\d\d/.exec(time)?.[0],
    tag: true,
  };
}

/** The turn that a line begins; `read` where it is no more than the head of the lines below. */
export function headOfMessage(reading: Reading, line: Line): Turn | 'read' | undefined {
  const { talk, build } = reading;
  if (line.start < (talk.until ?? 0)) return 'read';
  const head = talk.heads.of(line);
  if (head === undefined) return talk.heads.inline ? actionIn(reading, line) : undefined;
  const turn = turnOf(head, build.model.dayFirst);
  if (!head.alone) return turn;
  talk.until = head.until;
  talk.head = head.name;
  build.says(head.name, turn.iso);
  return 'read';
}

/** `10:02 * ana mended the gate` is said by ana; `10:02 *** ben left` and `10:02 -!- ben left` by nobody. */
const action =
  /^[^\p{L}\p{N}]{0,3}[\d:.TZ/ -]{4,30}[\])]?[ \t]{1,9}(?:\*[ \t]{1,3}([^\s*]{1,40})[ \t]{1,9}(?=\S)|(\*{1,3}|-!-|-->|<--|--|→|←|==>?|<->)(?=\s))/u;
function actionIn({ talk, build }: Reading, line: Line): Turn | 'read' | undefined {
  const found = action.exec(line.text.slice(0, 160));
  if (found === null) return undefined;
  const [whole, nick = ''] = found;
  if (talk.log.nicks.has(nick.toLowerCase()))
    return turnOf(
      { name: nick, length: whole.length, time: whole, shape: '', alone: false },
      build.model.dayFirst,
    );
  build.close();
  return 'read';
}

/** Whether a line of a transcript is the time or the number of a cue. */
export const isTimeOfCue = ({ known, talk }: Reading, line: Line): boolean =>
  known.type === 'transcript' &&
  talk.heads.of(line) === undefined &&
  (/^(?:\d{1,6}|WEBVTT\b.{0,60})$/.test(line.text.trim()) || timeOnly(line.text));
