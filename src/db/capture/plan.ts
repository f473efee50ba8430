import { createHash } from 'node:crypto';
import { deleteMessages } from '../conversations/follow-ups.ts';
import type { Sql } from '../postgres/connect.ts';
import type { Metadata } from '../schema/conversations.ts';
import { arrange } from './arrange.ts';
import type { CaptureBatch, CaptureHelp, CaptureOutcome } from './batch.ts';
import { Fragments } from './fragments.ts';
import { Rows } from './match.ts';
import type { CaptureTarget } from './source.ts';
import { type CaptureRow, type CaptureVersion, fullness } from './version.ts';

/** What is to be written of a batch. */
export type Plan = {
  batch: CaptureBatch;
  conversationId: string;
  /** This transaction made the conversation. */
  made: boolean;
  fresh: CaptureRow[];
  completed: CaptureRow[];
  keys: [string, CaptureRow][];
  fragments: Fragments;
  /** The counter of the conversation, if it changes. */
  head: { lastTurn: number; added: number; at: string | null } | undefined;
  outcome: CaptureOutcome;
};

/**
 * Finds or makes the row and turn of each message of a batch. The conversation's counter row is locked first.
 *
 * @returns the outcome alone when a user deleted the conversation.
 */
export async function planOf(
  tx: Sql,
  batch: CaptureBatch,
  target: CaptureTarget,
  help: CaptureHelp,
): Promise<Plan | CaptureOutcome> {
  const head = await lockHead(tx, target);
  if (target.status === 'deleted' || !head)
    return { ...nothing, conversationId: undefined, deleted: batch.versions.length };
  const { conversationId, made = false } = target;
  const retracted = await retract(tx, conversationId, batch.retracted ?? []);
  if (retracted > 0) head.lastTurn = await highestTurn(tx, conversationId);
  const rows = new Rows(tx, conversationId);
  const before = made ? undefined : await rows.load(batch.versions, batch.after);
  const { sequence: all, keys, fragments } = await fold(tx, conversationId, batch.versions, rows, help);
  const fresh = all.filter((row) => row.turn === null);
  // A line repeated further down keeps its first position; a row created by hooks alone moves to that of its line.
  const sequence = all.filter(
    (row) =>
      row !== before && (row.turn === null || row.promoted || !before || row.turn > (before.turn ?? 0)),
  );
  const completed = all.filter((row) => row.change && row.turn !== null);
  const lastTurn = batch.ordered
    ? await arrange(tx, conversationId, head.lastTurn, sequence, before)
    : await arrange(tx, conversationId, head.lastTurn, fresh, undefined, true);
  const changed = fresh.length + completed.length + retracted > 0 || lastTurn !== head.lastTurn;
  const added = fresh.length - retracted;
  return {
    batch,
    conversationId,
    made,
    fresh,
    completed,
    keys,
    fragments,
    head: changed ? { lastTurn, added, at: latest([...fresh, ...completed]) } : undefined,
    outcome: {
      conversationId,
      last: furthest([...(before ? [before] : []), ...all]),
      stored: fresh.length,
      completed: completed.length,
      duplicates: batch.versions.length - fresh.length - completed.length,
      retracted,
      deleted: 0,
    },
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

const latest = (rows: readonly CaptureRow[]): string | null =>
  rows.reduce<string | null>((last, row) => {
    const at = row.change?.createdAt;
    return at !== undefined && (last === null || Date.parse(at) > Date.parse(last)) ? at : last;
  }, null);
