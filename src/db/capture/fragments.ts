import { textOf } from '../conversations/packed-texts.ts';
import type { Sql } from '../postgres/connect.ts';
import type { CaptureRow, CaptureVersion } from './version.ts';

type State = { next: number; waiting: Record<string, string>; last: number | null };

/**
 * Texts of one conversation that arrive in parts. Parts are joined in the order of their index; a part that arrives
 * early waits, a repeated one changes nothing.
 */
export class Fragments {
  readonly #tx: Sql;
  readonly #conversationId: string;
  readonly #clean: (text: string) => string;
  readonly #states = new Map<string, State>();

  /** @param clean removes secrets and private text, which may span several parts, from the joined text. */
  constructor(tx: Sql, conversationId: string, clean: (text: string) => string) {
    this.#tx = tx;
    this.#conversationId = conversationId;
    this.#clean = clean;
  }

  /** Loads the progress of the texts that these versions are parts of. */
  async load(versions: readonly CaptureVersion[]): Promise<void> {
    const ids = [...new Set(versions.flatMap(({ fragment }) => fragment?.id ?? []))];
    if (ids.length === 0) return;
    const stored = await this.#tx<(Omit<State, 'waiting'> & { id: string; waiting: string })[]>`
      select fragment_id as id, next_index as next, waiting::text as waiting, last_index as last
      from capture_fragments
      where conversation_id = ${this.#conversationId} and fragment_id = any(${ids}::text[])`;
    for (const { id, next, waiting, last } of stored)
      this.#states.set(id, { next, waiting: JSON.parse(waiting), last });
  }

  /**
   * Adds a part to its text.
   *
   * @returns the text so far and whether it is complete; undefined when the part adds nothing yet.
   */
  async add(
    version: CaptureVersion,
    row: CaptureRow | undefined,
  ): Promise<{ content: string; complete: boolean } | undefined> {
    const { fragment } = version;
    if (!fragment) return undefined;
    const state = this.#states.get(fragment.id) ?? { next: 0, waiting: {}, last: null };
    this.#states.set(fragment.id, state);
    if (fragment.final) state.last = fragment.index;
    if (fragment.index >= state.next) state.waiting[fragment.index] = version.content;
    let content = row?.change?.content ?? row?.content ?? (row ? await storedText(this.#tx, row.id) : '');
    const before = state.next;
    for (let part = state.waiting[state.next]; part !== undefined; part = state.waiting[state.next]) {
      content = this.#clean(content + part);
      delete state.waiting[state.next];
      state.next += 1;
    }
    if (state.next === before || content === '') return undefined;
    return { content, complete: state.last !== null && state.next > state.last };
  }

  /** Saves the progress of the texts. */
  async save(): Promise<void> {
    const states = [...this.#states];
    if (states.length === 0) return;
    await this.#tx`
      insert into capture_fragments (conversation_id, fragment_id, next_index, waiting, last_index)
      select ${this.#conversationId}, n.id, n.next, n.waiting::jsonb, n.last
      from unnest(
        ${states.map(([id]) => id)}::text[], ${states.map(([, { next }]) => next)}::int[],
        ${states.map(([, { waiting }]) => JSON.stringify(waiting))}::text[],
        ${states.map(([, { last }]) => last)}::int[]
      ) as n (id, next, waiting, last)
      on conflict (conversation_id, fragment_id) do update
      set next_index = excluded.next_index, waiting = excluded.waiting, last_index = excluded.last_index`;
  }
}

async function storedText(tx: Sql, id: string): Promise<string> {
  const [row] = await tx<
    { content: string }[]
  >`select ${textOf(tx)} as content from messages m where id = ${id}`;
  return row?.content ?? '';
}
