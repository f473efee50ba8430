import { customType, integer } from 'drizzle-orm/pg-core';

/**
 * Writes PostgreSQL's own text form (`2026-02-12 10:30:00.123456+00`) as RFC 3339 (`2026-02-12T10:30:00.123456Z`).
 * Microseconds are kept, so that an exported timestamp imports as the same instant.
 * Every connection runs with `TimeZone=UTC`, which makes the offset always `+00`.
 */
export const rfc3339 = (text: string): string =>
  `${text.slice(0, 10)}T${text.slice(11).replace(/\+00$/, 'Z')}`;

/** A `timestamptz` that is an RFC 3339 string in TypeScript. */
export const timestamptz = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: rfc3339,
});

/** Bytes, as a Buffer. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A string of bits of any length, as `0110…`. */
export const bitVarying = customType<{ data: string }>({ dataType: () => 'bit varying' });

/** A row's number in the text search; in the order of arrival. */
export const docNo = () => integer('doc_no').notNull().generatedByDefaultAsIdentity();

/** A stored full-text vector; never read back into TypeScript. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
