import type { Client } from '../gateway/client.ts';
import { UsageError } from '../run/usage.ts';
import { oneLine } from '../terminal/harmless.ts';
import { dateOf } from '../terminal/when.ts';
import { type Conversation, projectName, shortId, titleText } from './conversation.ts';

/** What ids are asked of: any way to the lake. */
type Asked = Pick<Client, 'post'>;

export type Found = Conversation & { turn: number | null; message_id: string | null };

/** Part of an id that names nothing, or more than one thing. */
export class NoSuchId extends Error {}

/**
 * Finds what part of an id names: a conversation, a message, or a turn of a conversation as `<id>:<turn>`.
 *
 * @throws NoSuchId with the candidates, when there is not exactly one.
 */
export async function conversationOf(client: Asked, given: string): Promise<Found> {
  const [, id = given, turn] = /^(.+):(\d{1,9})$/.exec(given.trim()) ?? [];
  const { found } = await client.post<{ found: Found[] }>('/browse/browse_ids', { id: long(id) });
  const [first, ...others] = found;
  if (!first)
    throw new NoSuchId(
      `There is no conversation or message ${id}. "dewey list" and "dewey search" show ids.`,
    );
  // A session's agents share its id; the session itself is meant.
  const clear =
    others.length === 0 || (first.session_id === id && others.every((one) => one.parent_id !== null));
  if (!clear)
    throw new NoSuchId(
      ambiguous(
        id,
        found.map((one) => [
          one.message_id ?? one.id,
          `${dateOf(one.updated_at)}  ${projectName(one.project)}  ${titleText(one)}`,
        ]),
      ),
    );
  return { ...first, turn: turn === undefined ? first.turn : Number(turn) };
}

/** @throws NoSuchId when there is not exactly one. */
export async function decisionIdOf(client: Asked, given: string): Promise<string> {
  if (isDecision(given)) return given;
  type Listed = { decisions: { decision_id: string; statement: string; created_at: string }[] };
  const { decisions } = await client.post<Listed>('/browse/browse_decisions', { id: long(given), limit: 10 });
  const [first, ...others] = decisions;
  if (!first) throw new NoSuchId(`There is no decision ${given}. "dewey decisions list" shows them.`);
  const exact = decisions.find((one) => one.decision_id === given);
  if (exact || others.length === 0) return (exact ?? first).decision_id;
  throw new NoSuchId(
    ambiguous(
      given,
      decisions.map((one) => [one.decision_id, `${dateOf(one.created_at)}  ${oneLine(one.statement)}`]),
    ),
  );
}

/**
 * The whole id of a deleted conversation, or of a hidden decision. What is an id of either already is taken as it is.
 *
 * @throws NoSuchId when there is not exactly one.
 */
export async function deletedIdOf(
  client: Asked,
  kind: 'conversation' | 'decision',
  given: string,
): Promise<string> {
  if (kind === 'decision' ? isDecision(given) : isConversation(given)) return given;
  type Deleted = { found: { kind: string; id: string; about: string | null; at: string }[] };
  const { found } = await client.post<Deleted>('/admin/deleted_ids', { id: long(given) });
  const [first, ...others] = found.filter((one) => one.kind === kind);
  if (!first) throw new NoSuchId(`There is no deleted ${kind} ${given}.`);
  if (others.length === 0) return first.id;
  throw new NoSuchId(
    ambiguous(
      given,
      [first, ...others].map(({ id, about, at }) => [id, `${dateOf(at)}  ${oneLine(about ?? '')}`]),
    ),
  );
}

/** Whether it is the whole id of a conversation, or of a message. */
export const isConversation = (id: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
const isDecision = (id: string): boolean => /^dec_[0-9a-f]{12}$/.test(id);

function long(id: string): string {
  if (id.length >= least) return id;
  throw new UsageError(`${id} is too short for an id: give at least ${least} characters of it.`);
}

const least = 4;

const ambiguous = (id: string, candidates: readonly (readonly [string, string])[]): string =>
  [
    `${id} is ambiguous. It may be`,
    ...candidates.map(([whole, about]) => `  ${shorter(whole)}  ${about}`.slice(0, 120).trimEnd()),
  ].join('\n');

const shorter = (id: string): string => (id.startsWith('dec_') ? id : `${shortId(id)}  ${id}`);
