import { fullDate } from './dates.ts';
import { bullet } from './lines.ts';
import { isRow } from './table.ts';

const occasion =
  /(?<!\p{L})(?:held|met|meeting|minutes|session|assembly|gehalten|sitzung|protokoll|versammlung|treffen|séance|réunion|compte rendu|assemblée|reunión|acta|sesión|asamblea)(?!\p{L})/iu;

/** The day that the first lines give to what the text tells of: "Held on 2 March 2026". */
export function heldOn(text: string, dayFirst = false): string | undefined {
  for (const line of text.slice(0, 800).split('\n').slice(0, 8)) {
    // Of a task or a row it is the day by which it is due.
    if (bullet.test(line) || isRow(line)) continue;
    const found = fullDate(line, dayFirst);
    if (found !== undefined && found.start <= 80 && occasion.test(line)) return found.iso;
  }
  return undefined;
}

const took =
  /(?<!\p{L})(?:took place|(?:was|were) held|we (?:met|had)|fand|fanden|traf(?:en)?|a eu lieu|s['’]est tenue?|(?:nous )?sommes réunis|se celebr[óa]|tuvo lugar|se reunió|nos reunimos)(?!\p{L})/iu;

/** The day of the meeting that the first lines say the text is about: "We met on 2 March 2026". */
export function tookPlace(text: string, dayFirst = false): string | undefined {
  for (const line of text.slice(0, 1500).split('\n').slice(0, 25)) {
    const found = took.test(line) && occasion.test(line) ? fullDate(line, dayFirst) : undefined;
    if (found !== undefined) return found.iso;
  }
  return undefined;
}
