import { bigint, customType } from 'drizzle-orm/pg-core';
import { rfc3339 } from './rfc3339.ts';

/** A `timestamptz`, represented as an RFC 3339 string. */
export const timestamptz = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: rfc3339,
});

/** Bytes, as a Buffer. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A string of bits of any length, as `0110…`. */
export const bitVarying = customType<{ data: string }>({ dataType: () => 'bit varying' });

/** Document number in the search index; ascends in order of arrival. */
export const docNo = () => bigint('doc_no', { mode: 'number' }).notNull().generatedByDefaultAsIdentity();

/** A stored full-text vector; never read back into TypeScript. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
