import type { Cell } from './block.ts';
import { announces, columns } from './headings.ts';

/** Rows of tables that list tasks, and what their column for the state says. */

const done =
  /^(?:done|completed?|closed|finished|resolved|fixed|shipped|delivered|erledigt|abgeschlossen|fertig|umgesetzt|fait|faite|terminée?|achevée?|clos|close|hecho|hecha|terminad[oa]|completad[oa]|cerrad[oa])(?=$|[\s.,;:!()–-]*$|[\s,;:(–-]{1,3}(?:\d|on\b|by\b|am\b|von\b|le\b|par\b|el\b|por\b))/iu;
const dropped =
  /^(?:cancell?ed|dropped|abandoned|withdrawn|won['’]?t (?:do|fix)|will not do|not needed|obsolete|entfällt|entfallen|abgesagt|verworfen|hinfällig|storniert|annulée?|abandonnée?|supprimée?|cancelad[oa]|anulad[oa]|descartad[oa])(?=$|[\s.,;:!()–-])/iu;
const mark = /^(?:[✅☑✔✓]\uFE0F?|:white_check_mark:|:heavy_check_mark:)\s*/u;
const crossed = /^(?:[❌✖✗🚫]\uFE0F?|:x:)\s*(?=\p{L})/u;
/** "Done: x", "Erledigt: ja". */
const asks = /^(?:done|completed|erledigt|fait|hecho)\??$/iu;
const yes = /^(?:x|yes|y|ja|oui|sí|si|true|100 ?%)$/iu;

/** Whether the cell is that of what is to be done, in a row that has a column for who or by when. */
const isGiven = (cells: readonly Cell[]): boolean =>
  cells.some(({ head }) => columns.owner.test(head) || columns.due.test(head));

/** Whether a cell of a row tells a task: its column says so, and another is for who or when. */
export const isTask = (cell: Cell, cells: readonly Cell[]): boolean =>
  announces(cell.head) === 'Commitment' && isGiven(cells);

/** The state of a task by its row: `dropped` where nobody is to do it any more; undefined while it is open or nothing is said. */
export function stateOf(told: Cell, cells: readonly Cell[]): 'done' | 'dropped' | undefined {
  if (announces(told.head) !== 'Commitment' && !isGiven(cells)) return undefined;
  for (const { head, text } of cells) {
    if (!columns.state.test(head)) continue;
    const words = text.trim().slice(0, 80).replace(crossed, '');
    if (dropped.test(words.replace(mark, ''))) return 'dropped';
    if (mark.test(words) && !/\p{L}{2}/u.test(words)) return 'done';
    if (words.endsWith('?')) continue;
    if (done.test(words.replace(mark, '')) || (asks.test(head) && yes.test(words))) return 'done';
  }
  return undefined;
}
