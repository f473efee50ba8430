import { field, textField } from '../../messages/captured.ts';
import { listAt } from './record-values.ts';

/** A row of Goose's messages, with its JSON read. */
export type GooseRow = {
  id: string;
  role: 'user' | 'assistant';
  contents: unknown[];
  /** In seconds since 1970. */
  created: number;
  metadata: unknown;
};

/** What a row is besides what it says. */
export type RowKind = 'repeated' | 'summary' | 'hidden' | 'shown';

export const isHidden = ({ metadata }: GooseRow): boolean => field(metadata, 'userVisible') === false;
const isTurnContext = ({ metadata }: GooseRow): boolean => field(metadata, 'turnContext') === true;

/**
 * What each row is. A compaction writes a summary and a word to go on, both for the model alone, and then repeats the last
 * prompt in a row of its own; which of the two rows the user is shown differs by version.
 */
export function kindsOf(rows: readonly GooseRow[]): RowKind[] {
  const kinds = rows.map((row): RowKind => (isHidden(row) ? 'hidden' : 'shown'));
  let context: string | undefined;
  for (const [i, row] of rows.entries()) {
    const said = textsIn(row).join('\n');
    if (isTurnContext(row)) {
      kinds[i] = said === context ? 'repeated' : 'hidden';
      context = said;
    } else if (row.role === 'assistant' && isHidden(row) && isSummary(rows[i - 1])) {
      kinds[i - 1] = 'summary';
      const original = originalOf(rows, i + 1);
      if (original === undefined) continue;
      kinds[i + 1] = 'repeated';
      if (kinds[original] === 'hidden' && isLast(rows, original, i - 1)) kinds[original] = 'shown';
    }
  }
  return kinds;
}

const isSummary = (row: GooseRow | undefined): boolean =>
  row?.role === 'user' && isHidden(row) && !isTurnContext(row) && textsIn(row).length > 0;

/** The row that the row at `i`, behind a compaction, repeats. */
function originalOf(rows: readonly GooseRow[], i: number): number | undefined {
  const [before, row] = [rows[i - 1], rows[i]];
  if (row?.role !== 'user' || !before || !isTextOnly(row)) return undefined;
  // A prompt that someone types is later than the word to go on.
  if (Math.abs(row.created - before.created) > 1) return undefined;
  const said = textsIn(row).join('\n');
  const found = rows
    .slice(0, i - 2)
    .findLastIndex(
      (one) =>
        one.role === 'user' &&
        isTextOnly(one) &&
        (textsIn(one).join('\n') === said || textsIn(one, 'assistant').join('\n') === said),
    );
  return found < 0 ? undefined : found;
}

const isLast = (rows: readonly GooseRow[], i: number, end: number): boolean =>
  rows.slice(i + 1, end).every(isTurnContext);

const isTextOnly = ({ contents }: GooseRow): boolean =>
  contents.some((content) => textField(content, 'type') === 'text') &&
  !contents.some((content) => ['toolRequest', 'toolResponse'].includes(textField(content, 'type') ?? ''));

const textsIn = ({ contents }: GooseRow, audience?: string): string[] =>
  contents.flatMap((content) =>
    textField(content, 'type') === 'text' && (audience === undefined || isFor(content, audience))
      ? (textField(content, 'text') ?? [])
      : [],
  );

/** Contents that name an audience are for no other. */
export function isFor(content: unknown, audience: string): boolean {
  const named = listAt(field(content, 'annotations'), 'audience');
  return named.length === 0 || named.includes(audience);
}
