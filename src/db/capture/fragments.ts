import type { Sql } from '../connect.ts';
import type { CaptureVersion, Row } from './version.ts';

type State = { next: number; waiting: Record<string, string>; last: number | null };

/**
 * Adds a part to a text that arrives in parts. Parts are joined in the order of their index; one that comes before its
 * turn waits, one that comes again changes nothing.
 *
 * @param clean removes secrets and private text, which may reach over several parts, from the joined text.
 * @returns the text so far, and whether it is complete; undefined when the part adds nothing yet.
 */
export async function addFragment(
  tx: Sql,
  conversationId: string,
  version: CaptureVersion,
  row: Row | undefined,
  clean: (text: string) => string,
): Promise<{ content: string; complete: boolean } | undefined> {
  const { fragment } = version;
  if (!fragment) return undefined;
  const [stored] = await tx<State[]>`
    select next_index as next, waiting, last_index as last from capture_fragments
    where conversation_id = ${conversationId} and fragment_id = ${fragment.id}`;
  const state: State = stored ?? { next: 0, waiting: {}, last: null };
  if (fragment.final) state.last = fragment.index;
  if (fragment.index >= state.next) state.waiting[fragment.index] = version.content;
  let content = row?.change?.content ?? row?.content ?? (row ? await textOf(tx, row.id) : '');
  const before = state.next;
  for (let part = state.waiting[state.next]; part !== undefined; part = state.waiting[state.next]) {
    content = clean(content + part);
    delete state.waiting[state.next];
    state.next += 1;
  }
  await tx`
    insert into capture_fragments (conversation_id, fragment_id, next_index, waiting, last_index)
    values (${conversationId}, ${fragment.id}, ${state.next}, ${JSON.stringify(state.waiting)}::text::jsonb, ${state.last})
    on conflict (conversation_id, fragment_id) do update
    set next_index = excluded.next_index, waiting = excluded.waiting, last_index = excluded.last_index`;
  if (state.next === before || content === '') return undefined;
  return { content, complete: state.last !== null && state.next > state.last };
}

async function textOf(tx: Sql, id: string): Promise<string> {
  const [row] = await tx<{ content: string }[]>`select content from messages where id = ${id}`;
  return row?.content ?? '';
}
