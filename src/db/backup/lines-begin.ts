/**
 * The whole lake as lines of JSON, version 2 (version 1 is the export of single conversations): the header of a backup,
 * a line for each row, `{"table":…,"row":{…}}`, then the row counts. Null columns are left out, which distinguishes
 * them from JSON null. Values are written as PostgreSQL writes them in JSON; a column of type `json` is a string, to
 * preserve its exact text.
 */
export const linesVersion = 2;
export const linesBegin = `{"dewey_export":${linesVersion},`;
