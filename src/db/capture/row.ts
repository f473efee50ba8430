import { textOf } from '../conversations/packed-texts.ts';
import type { Sql } from '../postgres/connect.ts';
import { type CaptureRow, type CaptureVersion, type Fullness, fullness, provisional } from './version.ts';

/** A message as the queries of this folder read it. */
export type Raw = {
  id: string;
  externalId: string | null;
  turn: number;
  hash: string;
  length: number;
  partial: boolean;
  whole: boolean;
  expired: boolean;
  content?: string;
};

export const columns = (sql: Sql) => sql`
  m.id, m.external_id, m.turn_number as turn, md5(${textOf(sql)}) as hash, octet_length(${textOf(sql)}) as length,
  coalesce(m.metadata -> 'partial' = 'true', false) as partial,
  coalesce(m.metadata -> 'whole' = 'true', false) as whole,
  coalesce(m.metadata ? 'expired_at', false) as expired`;

export const toRow = (raw: Raw): CaptureRow => ({
  id: raw.id,
  externalId: raw.externalId,
  turn: raw.turn,
  hash: raw.hash,
  length: raw.length,
  content: raw.content,
  fullness: fullnessOf(raw),
  expired: raw.expired,
});

const fullnessOf = (raw: Raw): Fullness => {
  if (raw.externalId?.startsWith(provisional)) return raw.partial ? fullness.partial : fullness.seen;
  if (raw.partial) return fullness.partial; // its source was still writing it
  return raw.whole ? fullness.whole : fullness.record;
};

/** Every name of a version, its id first. */
export const namesOf = (version: CaptureVersion): string[] => [
  version.id,
  ...(version.keys ?? []),
  ...(version.fragment ? [`text:${version.fragment.id}`] : []),
];
