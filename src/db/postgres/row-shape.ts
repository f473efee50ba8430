import postgres from 'postgres';

/** The name that a column has in a row: in camel case. */
export const fieldOf = (column: string): string => postgres.toCamel(column);

/**
 * For the driver's `transform`: names of columns only, keys within JSON stay as they are. The query builder reads rows
 * as arrays and does not notice, but its migrator reads `created_at`: it needs a driver without this.
 */
export const rowShape = { column: { from: fieldOf } };

/**
 * Numbers of documents and sequences are bigint, and far below 2^53: read as numbers, as all others are. The driver's
 * parsers by type; those of arrays follow from it.
 */
export const bigintParser = {
  20: (text: string): number => {
    const value = Number(text);
    if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
    return value;
  },
};
