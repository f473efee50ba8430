import { createHash } from 'node:crypto';
import { deleteMessages } from '../conversations/follow-ups.ts';
import type { Pool, Sql } from '../postgres/connect.ts';
import type { Metadata } from '../schema/conversations.ts';
import { saveFacts } from './facts.ts';
import { Fragments } from './fragments.ts';
import { Rows } from './match.ts';
import { keepRaw, type RawLines } from './raw.ts';
import { type CaptureTarget, captureTargetOf } from './source.ts';
import {
  type CaptureFacts,
  type CaptureRow,
  type CaptureSource,
  type CaptureVersion,
  fullness,
  provisional,
} from './version.ts';
import { arrange, completeRows, insertKeys, insertRows } from './write.ts';

/** A reader's offset after this batch. */
export type ReaderPosition = {
  reader: string;
  fingerprint?: string;
  position: number;
  /** The state that the reader needs next, given the row that the next batch follows. */
  state?: (last: string | undefined) => unknown;
};

export type CaptureBatch = {
  source: CaptureSource;
  /** In the order of the source when `ordered`, else as they arrived. */
  versions: readonly CaptureVersion[];
  /** Ids of messages that the source retracted. */
  retracted?: readonly string[];
  /** True for a source's own record, whose order is authoritative; hooks arrive in any order. */
  ordered: boolean;
  /** The row before the first one: `last` of the previous batch. */
  after?: string | undefined;
  /** Nothing before this batch will change any more: unfinished messages are marked as interrupted. */
  settled?: boolean;
  raw?: RawLines | undefined;
  facts?: CaptureFacts | undefined;
  positions?: readonly ReaderPosition[];
  /** Restores a deleted conversation. */
  revive?: boolean;
};

export type CaptureOutcome = {
  conversationId: string | undefined;
  /** The last row, in turn order, that the batch referred to. */
  last?: string | undefined;
  stored: number;
  completed: number;
  duplicates: number;
  retracted: number;
  /** Messages not stored, because a user deleted the conversation. */
  deleted: number;
};

export type CaptureHelp = {
  newId: () => string;
  /** Removes secrets from a text that was joined from parts. */
  clean: (text: string) => string;
};

/**
 * Stores a captured batch of one conversation, each message once, in one transaction together with the reader's offset.
 * The first version of a message creates its row, and fuller versions complete that row; the order becomes the source's
 * as soon as the source's record arrives. The conversation's counter row is locked first, so that hooks, tailers and
 * imports of one session are serialized.
 *
 * A conversation that a user deleted stays deleted.
 *
 * @throws the driver's error; then nothing of the batch is stored, and it may be retried.
 */
export function storeCaptured(sql: Pool, batch: CaptureBatch, help: CaptureHelp): Promise<CaptureOutcome> {
  return sql.begin(async (tx) => {
    const outcome = await storeIn(tx, batch, help);
    for (const position of batch.positions ?? []) await savePosition(tx, position, outcome.last);
    return outcome;
  });
}

/** The same within a transaction of the caller, which saves the offsets. */
export async function storeIn(tx: Sql, batch: CaptureBatch, help: CaptureHelp): Promise<CaptureOutcome> {
  const startedAt = batch.source.startedAt ?? batch.versions[0]?.createdAt;
  const target = await captureTargetOf(tx, { ...batch.source, startedAt }, help.newId, batch.revive);
  const head = await lockHead(tx, target);
  if (target.status === 'deleted' || !head)
    return { ...nothing, conversationId: undefined, deleted: batch.versions.length };
  const { conversationId } = target;
  const retracted = await retract(tx, conversationId, batch.retracted ?? []);
  if (retracted > 0) head.lastTurn = await highestTurn(tx, conversationId);
  const rows = new Rows(tx, conversationId);
  const before = target.made ? undefined : await rows.load(batch.versions, batch.after);
  const folded = await fold(tx, conversationId, batch.versions, rows, help);
  const fresh = folded.sequence.filter((row) => row.turn === null);
  // A line repeated further down keeps its first position; a row created by hooks alone moves to that of its line.
  const sequence = folded.sequence.filter(
    (row) =>
      row !== before && (row.turn === null || row.promoted || !before || row.turn > (before.turn ?? 0)),
  );
  const completed = folded.sequence.filter((row) => row.change && row.turn !== null);
  const lastTurn = batch.ordered
    ? await arrange(tx, conversationId, head.lastTurn, sequence, before)
    : await arrange(tx, conversationId, head.lastTurn, fresh, undefined, true);
  const changed = fresh.length + completed.length + retracted > 0 || lastTurn !== head.lastTurn;
  // Pipelined: sent without waiting for each reply.
  await Promise.all([
    insertRows(tx, conversationId, fresh),
    completeRows(tx, conversationId, completed),
    insertKeys(tx, conversationId, folded.keys),
    folded.fragments.save(),
    batch.settled ? settle(tx, conversationId, fresh) : undefined,
    batch.raw ? keepRaw(tx, conversationId, batch.raw, target.made) : undefined,
    batch.facts ? saveFacts(tx, conversationId, batch.facts) : undefined,
    changed
      ? updateHead(tx, conversationId, lastTurn, fresh.length - retracted, latest([...fresh, ...completed]))
      : undefined,
  ]);
  return {
    conversationId,
    last: furthest([...(before ? [before] : []), ...folded.sequence]),
    stored: fresh.length,
    completed: completed.length,
    duplicates: batch.versions.length - fresh.length - completed.length,
    retracted,
    deleted: 0,
  };
}

const nothing = { stored: 0, completed: 0, duplicates: 0, retracted: 0, deleted: 0 };

async function lockHead(tx: Sql, target: CaptureTarget): Promise<{ lastTurn: number } | undefined> {
  if (target.status === 'deleted') return undefined;
  if (target.made) return { lastTurn: 0 }; // nobody else sees it yet
  const [head] = await tx<{ lastTurn: number }[]>`
    select last_turn from conversation_heads
    where conversation_id = ${target.conversationId} and open for update`;
  return head && { lastTurn: head.lastTurn };
}

type Folded = { sequence: CaptureRow[]; keys: [string, CaptureRow][]; fragments: Fragments };

/** Finds or creates the row of each version and records the changes to write. */
async function fold(
  tx: Sql,
  conversationId: string,
  versions: readonly CaptureVersion[],
  rows: Rows,
  help: CaptureHelp,
): Promise<Folded> {
  const sequence = new Set<CaptureRow>();
  const keys: [string, CaptureRow][] = [];
  const fragments = new Fragments(tx, conversationId, help.clean);
  await fragments.load(versions);
  for (const given of versions) {
    let version = given;
    let row = rows.find(version) ?? (version.byText ? await rows.findByText(version) : undefined);
    if (version.fragment && (row === undefined || row.fullness < fullness.record)) {
      const part = await fragments.add(version, row);
      if (part === undefined) continue;
      version = {
        ...version,
        content: part.content,
        fullness: part.complete ? fullness.seen : fullness.partial,
        metadata: { ...version.metadata, ...(part.complete ? {} : { partial: true }) },
      };
    }
    if (row === undefined) {
      row = {
        id: version.original?.id ?? help.newId(),
        externalId: externalIdOf(version),
        turn: null,
        fullness: version.fullness,
        hash: md5(version.content),
        length: Buffer.byteLength(version.content),
        change: version,
      };
      rows.remember(row, version);
    } else if (completes(row, version)) {
      row.change = { ...version, metadata: { ...lasting(row.change?.metadata), ...version.metadata } };
      row.promoted ||= version.fullness >= fullness.record && row.fullness < fullness.record;
      row.externalId = version.fullness >= fullness.record ? version.id : row.externalId;
      row.fullness = version.fullness;
      row.hash = md5(version.content);
      row.length = Buffer.byteLength(version.content);
      rows.remember(row, version);
    }
    for (const key of rows.name(row, version)) keys.push([key, row]);
    sequence.add(row);
  }
  return { sequence: [...sequence], keys, fragments };
}

/**
 * Metadata that a row keeps from its earlier version in the same batch, as {@link completeRows} does for stored rows.
 */
function lasting(metadata: Metadata = {}): Metadata {
  const { partial: _, interrupted: __, redacted: ___, whole: ____, ...rest } = metadata;
  return rest;
}

/** A message of an export that had no external id does not get one. */
const externalIdOf = (version: CaptureVersion): string | null =>
  version.original?.id !== undefined && version.id === `dewey:${version.original.id}` ? null : version.id;

/**
 * True when the version knows more: a part became complete, a hook's view is followed by the source's record, or the
 * same record is longer. The result does not depend on the order of arrival. A text that has expired is not stored
 * again.
 */
function completes(row: CaptureRow, version: CaptureVersion): boolean {
  if (row.expired) return false;
  if (version.fullness !== row.fullness) return version.fullness > row.fullness;
  if (version.fullness === fullness.seen) return false;
  const hash = md5(version.content);
  if (hash === row.hash) return false;
  const length = Buffer.byteLength(version.content);
  return length > row.length || (length === row.length && hash > row.hash);
}

const furthest = (rows: readonly CaptureRow[]): string | undefined =>
  rows.reduce<CaptureRow | undefined>(
    (far, row) => ((row.turn ?? 0) > (far?.turn ?? 0) ? row : far),
    undefined,
  )?.id;

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

async function retract(tx: Sql, conversationId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  return deleteMessages(tx, [conversationId], tx`m.external_id = any(${ids as string[]}::text[])`);
}

async function highestTurn(tx: Sql, conversationId: string): Promise<number> {
  const [row] = await tx<{ turn: number }[]>`
    select coalesce(max(turn_number), 0) as turn from messages where conversation_id = ${conversationId}`;
  return row?.turn ?? 0;
}

/** Marks partial messages of hooks, and calls without a result, as interrupted when something new begins. */
const settle = (tx: Sql, conversationId: string, fresh: readonly CaptureRow[]) => tx`
  update messages m set metadata = coalesce(m.metadata, '{}') || '{"interrupted": true}'
  where m.conversation_id = ${conversationId} and m.external_id like 'hook:%'
    and not m.id = any(${fresh.map((row) => row.id)}::uuid[])
    and not coalesce(m.metadata ? 'interrupted', false)
    and (m.metadata -> 'partial' = 'true'
      or (m.external_id like 'hook:call:%' and not exists (
        select 1 from capture_keys k where k.conversation_id = m.conversation_id
          and k.key = 'result:' || substr(m.external_id, ${`${provisional}call:`.length + 1}))))`;

const latest = (rows: readonly CaptureRow[]): string | null =>
  rows.reduce<string | null>((last, row) => {
    const at = row.change?.createdAt;
    return at !== undefined && (last === null || Date.parse(at) > Date.parse(last)) ? at : last;
  }, null);

/** Sets the last activity of the conversation to the time of its last message, not of the import. */
const updateHead = (
  tx: Sql,
  conversationId: string,
  lastTurn: number,
  added: number,
  at: string | null,
) => tx`
  with clock as materialized (
    select min(at) as at from unnest(array[${at}::text::timestamptz, clock_timestamp()]) at
  )
  update conversation_heads
  set last_turn = ${lastTurn}, message_count = message_count + ${added},
      updated_at = greatest(updated_at, clock.at)
  from clock
  where conversation_id = ${conversationId}`;

/** Saves a reader's offset. */
export async function savePosition(tx: Sql, saved: ReaderPosition, last: string | undefined): Promise<void> {
  const { reader, fingerprint = '', position } = saved;
  const state = saved.state === undefined ? null : JSON.stringify(saved.state(last));
  await tx`
    insert into capture_positions (reader, fingerprint, position, state, updated_at)
    values (${reader}, ${fingerprint}, ${position}::bigint, ${state}::text::jsonb, now())
    on conflict (reader) do update
    set fingerprint = excluded.fingerprint, position = excluded.position, state = excluded.state, updated_at = excluded.updated_at`;
}
