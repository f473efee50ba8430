import { ToolError } from '../tool/errors.ts';

/** The SQLite database (`data.db`) of the system described in seed 003. */

export type OriginalRow = Record<string, unknown>;
export type Original = {
  experiences: OriginalRow[];
  sessions: OriginalRow[];
  thoughts: OriginalRow[];
  workflows: OriginalRow[];
  activities: OriginalRow[];
};

/** Its times are seconds or milliseconds since 1970; 100,000,000,000 seconds would be beyond the year 5000. */
export function timeOf(value: number | null | undefined): string | undefined {
  if (value === null || value === undefined) return undefined;
  const date = new Date(Math.abs(value) < 100_000_000_000 ? value * 1000 : value);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

const magic = 'SQLite format 3\0';

export const isSqlite = (bytes: Uint8Array): boolean =>
  bytes.length >= magic.length && new TextDecoder('latin1').decode(bytes.subarray(0, magic.length)) === magic;

/**
 * Reads the tables; a missing table has no rows.
 *
 * The reader is SQLite compiled to WebAssembly: it needs no platform binary, sees only these bytes, and is loaded on the
 * first import.
 *
 * @throws ToolError `invalid_input` when the file is damaged or has no table `experiences`.
 */
export async function readOriginal(bytes: Uint8Array): Promise<Original> {
  const { default: load } = await import('sql.js');
  const { Database } = await load();
  const database = new Database(bytes);
  try {
    const tables = new Set(
      rowsOf(database.exec(`select name from sqlite_master where type = 'table'`)).map(({ name }) => name),
    );
    if (!tables.has('experiences')) throw notOriginal('it has no table named experiences');
    const read = (table: string, order: string): OriginalRow[] =>
      tables.has(table) ? rowsOf(database.exec(`select * from ${table} order by ${order}`)) : [];
    return {
      experiences: read('experiences', 'id'),
      sessions: read('reasoning_sessions', 'session_id'),
      thoughts: read('reasoning_thoughts', 'session_id, id'),
      workflows: read('workflow_sessions', 'session_id'),
      activities: read('activity_log', 'id'),
    };
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw notOriginal(error instanceof Error ? error.message : 'it cannot be read');
  } finally {
    database.close();
  }
}

type Result = { columns: string[]; values: unknown[][] };

const rowsOf = ([result]: Result[]): OriginalRow[] =>
  result?.values.map((values) => Object.fromEntries(result.columns.map((name, i) => [name, values[i]]))) ??
  [];

const notOriginal = (problem: string): ToolError =>
  new ToolError('invalid_input', `The SQLite file cannot be imported: ${problem}.`, {
    field: 'source_file',
    problem,
    suggestion: 'Provide the data.db of the original system, or a JSON export of it.',
  });
