import type { Pool } from '../../../../db/postgres/connect.ts';

/** How far a reader has read a file, and its state. */
export type Offset = { fingerprint: string; position: number; state: unknown };

/** Where the offsets of transcript readers are kept. Storing messages advances them. */
export type OffsetStore = {
  load(reader: string): Promise<Offset | undefined>;
  /** When this lake first followed transcripts, in milliseconds since 1970. */
  firstStart(now: Date): Promise<number>;
};

/** Offsets kept in the lake, committed together with the messages. */
export const lakeOffsets = (sql: Pool): OffsetStore => ({
  async load(reader) {
    const [row] = await sql<{ fingerprint: string; position: string; state: string }[]>`
      select fingerprint, position, state::text from capture_positions where reader = ${reader}`;
    return row && { ...row, position: Number(row.position), state: JSON.parse(row.state) };
  },
  async firstStart(now) {
    const [row] = await sql<{ position: string }[]>`
      with made as (
        insert into capture_positions (reader, position) values ('tail', ${now.getTime()}::bigint)
        on conflict (reader) do nothing returning position
      )
      select position from made union all select position from capture_positions where reader = 'tail' limit 1`;
    return Number(row?.position ?? now.getTime());
  },
});
