import { changeMessages } from '../conversations/follow-ups.ts';
import type { Sql } from '../postgres/connect.ts';
import { mergeOrder } from './order.ts';
import type { CaptureRow } from './version.ts';

/** Ids and turns of rows in order, starting at a turn. */
const readWindow = (tx: Sql, conversationId: string, from: number) => tx<{ id: string; turn: number }[]>`
  select id, turn_number as turn from messages
  where conversation_id = ${conversationId} and turn_number >= ${from} order by turn_number`;

/**
 * Assigns turns to new rows and brings the others into the source's order with as few moves as possible. Rows whose
 * turn changes keep their ids: a turn is a position, an id is an identity.
 *
 * @param sequence the batch's rows in the order of the source.
 * @param after the row before them.
 * @param atTheEnd all rows are new and go last, whatever their order.
 * @returns the last turn of the conversation.
 */
export async function arrange(
  tx: Sql,
  conversationId: string,
  lastTurn: number,
  sequence: readonly CaptureRow[],
  after: CaptureRow | undefined,
  atTheEnd = false,
): Promise<number> {
  if (atTheEnd) return append(sequence, lastTurn);
  const known = [...(after ? [after] : []), ...sequence].flatMap((row) => row.turn ?? []);
  const fresh = sequence.filter((row) => row.turn === null);
  const rising = known.every((turn, i) => i === 0 || turn > (known[i - 1] ?? 0));
  const firstFresh = sequence.findIndex((row) => row.turn === null);
  const freshLast = firstFresh < 0 || sequence.slice(firstFresh).every((row) => row.turn === null);
  const atEnd = known.length === 0 ? after === undefined && lastTurn === 0 : known.at(-1) === lastTurn;
  if (rising && (fresh.length === 0 || (freshLast && atEnd))) return append(fresh, lastTurn);

  const anchor = known.length > 0 ? after : await precedes(tx, conversationId, sequence[0]);
  const lowest = Math.min(...known, anchor?.turn ?? (known.length > 0 ? lastTurn : 1));
  const window = await readWindow(tx, conversationId, lowest);
  const from = (await turnBefore(tx, conversationId, lowest)) + 1;
  const rows = new Map([...sequence, ...(anchor ? [anchor] : [])].map((row) => [row.id, row]));
  const order = mergeOrder(
    window.map((row) => row.id),
    sequence.map((row) => row.id),
    anchor?.id,
  );
  const before = new Map(window.map((row) => [row.id, row.turn]));
  const moved: { id: string; turn: number }[] = [];
  for (const [i, id] of order.entries()) {
    const turn = from + i;
    if (before.has(id) && before.get(id) !== turn) moved.push({ id, turn });
    const row = rows.get(id);
    if (row) row.turn = turn;
  }
  await renumber(tx, conversationId, moved);
  return from + order.length - 1;
}

function append(fresh: readonly CaptureRow[], lastTurn: number): number {
  let turn = lastTurn;
  for (const row of fresh) {
    turn = Math.max(turn + 1, row.change?.original?.turn ?? 0);
    row.turn = turn;
  }
  return turn;
}

/** The row to insert after, when no row of the batch is known: the last one older than the batch. */
async function precedes(
  tx: Sql,
  conversationId: string,
  first: CaptureRow | undefined,
): Promise<CaptureRow | undefined> {
  const [row] = await tx<CaptureRow[]>`
    select id, turn_number as turn, 3 as fullness, '' as hash, 0 as length from messages
    where conversation_id = ${conversationId}
      and created_at <= coalesce(${first?.change?.createdAt ?? null}::text::timestamptz, 'infinity')
    order by turn_number desc limit 1`;
  return row;
}

async function turnBefore(tx: Sql, conversationId: string, turn: number): Promise<number> {
  const [row] = await tx<{ turn: number }[]>`
    select coalesce(max(turn_number), 0) as turn from messages
    where conversation_id = ${conversationId} and turn_number < ${turn}`;
  return row?.turn ?? 0;
}

/** Two steps, so that no two rows ever share a turn. */
async function renumber(
  tx: Sql,
  conversationId: string,
  moved: readonly { id: string; turn: number }[],
): Promise<void> {
  if (moved.length === 0) return;
  const ids = moved.map((row) => row.id);
  const turns = moved.map((row) => row.turn);
  const from = tx`
    unnest(${ids}::uuid[], ${turns}::int[]) as w (id, turn)
    join messages m on m.id = w.id and m.conversation_id = ${conversationId}`;
  await changeMessages(tx, { conversationId, from, set: tx`turn_number = -m.turn_number` });
  await changeMessages(tx, { conversationId, from, columns: tx`w.turn`, set: tx`turn_number = n.turn` });
}
