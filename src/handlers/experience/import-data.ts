import * as z from 'zod';
import { filesOf } from '../shared/files.ts';
import * as p from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';
import { storableDeep } from '../tool/text.ts';
import { tool } from '../tool/tool.ts';
import { recognise } from './domain/export-format.ts';
import { importOriginal } from './import-original.ts';
import { importPreset } from './import-preset.ts';
import { type ImportReport, importRows } from './import-rows.ts';
import { isSqlite, readOriginal } from './original-database.ts';

const mostFileBytes = 512_000_000;
const mostErrors = 100;

const rowError = z.object({
  row: z.int().describe('Position of the row in the source, from 1'),
  id: z.number().optional().describe('Id at the source'),
  field: z.string().describe('Invalid field'),
  problem: z.string().describe('Problem with the field'),
});

export default tool({
  name: 'import_data',
  title: 'Import data',
  description:
    'Import experiences from a JSON export or from the data.db (SQLite) of the system that Dewey replaced, or add a workflow preset from its JSON. Pass source_file or data. Those already stored are skipped.',
  effect: 'add',
  countsForGates: true,
  // Redacted after parsing: the file of an original database must not be altered.
  verbatim: true,
  input: z.strictObject({
    source_file: p.filePath.optional().describe('File to read, below DEWEY_FILES_ROOT'),
    data: z
      .union([z.string(), z.array(z.unknown()), z.record(z.string(), z.unknown())])
      .optional()
      .describe('The JSON, as a string or as a value'),
    session_id: p.gateSession,
  }),
  output: z.object({
    imported: z.int().describe('Number of rows stored'),
    skipped: z.int().describe('Number of rows not stored: duplicates and rows with errors'),
    duplicates: z.int().describe('Number of rows already stored'),
    errors: z.array(rowError).describe('Errors of rows, the first 100'),
    total_records: z.int().describe('Number of rows in the source'),
    source_file: z.string().optional().describe('File that was read'),
    preset_name: z.string().optional().describe('Preset that was added or changed'),
    reasoning_sessions: z.int().optional().describe('Reasoning sessions of a data.db'),
    workflow_sessions: z.int().optional().describe('Workflow sessions of a data.db'),
    activities: z.int().optional().describe('Records of activity of a data.db'),
    not_stored: z.record(z.string(), z.int()).optional().describe('Invalid rows of a data.db, by table'),
    message: z.string().describe('Summary of the result'),
    redacted: z.record(z.string(), z.int()).optional().describe('Secrets redacted, by kind'),
  }),
  async run({ source_file, data }, deps) {
    if ((source_file === undefined) === (data === undefined))
      throw new ToolError('invalid_input', 'Set either source_file or data.', {
        field: source_file === undefined ? 'data' : 'source_file',
        problem: source_file === undefined ? 'one of the two is required' : 'only one of the two may be set',
      });
    const named = source_file === undefined ? {} : { source_file };
    const content =
      source_file === undefined ? data : await filesOf(deps, 'source_file').read(source_file, mostFileBytes);
    if (content instanceof Uint8Array && isSqlite(content)) {
      const original = clean(await readOriginal(content));
      const { report, redacted, not_stored, ...counts } = await importOriginal(original, deps);
      return {
        ...summary(report, original.experiences.length),
        ...named,
        ...counts,
        ...(Object.keys(not_stored).length > 0 ? { not_stored } : {}),
        ...(Object.keys(redacted).length > 0 ? { redacted } : {}),
      };
    }
    const read = clean(parse(content));
    const { value: safe, found } = (await deps.redact?.(read)) ?? { value: read, found: {} };
    const notes = Object.keys(found).length > 0 ? { ...named, redacted: found } : named;
    const document = recognise(safe);
    if (document.kind === 'preset') return { ...(await importPreset(document.config, deps)), ...notes };
    if (document.kind === 'unknown')
      throw new ToolError('invalid_input', 'The data is neither a list of experiences nor a preset.', {
        field: source_file === undefined ? 'data' : 'source_file',
        problem: 'is not an array of rows, an object with experiences, or an object with gates',
        suggestion: 'Call export_experiences to see the format.',
      });
    const report = await deps.db.sql.begin((tx) => importRows(tx, document.rows, deps.clock()));
    return { ...summary(report, document.rows.length), ...notes };
  },
});

/** Files bypass the sanitising of inputs, so characters that PostgreSQL cannot store are replaced here. */
function clean<T>(value: T): T {
  try {
    return storableDeep(value) as T; // the same shape: only characters within texts change
  } catch (error) {
    if (error instanceof RangeError)
      throw new ToolError('invalid_input', `The data is ${error.message}.`, { suggestion: 'Flatten it.' });
    throw error;
  }
}

function summary({ imported, duplicates, errors }: ImportReport, total: number) {
  const parts = [
    `Imported ${imported} of ${total}`,
    ...(duplicates > 0 ? [`${duplicates} were already stored`] : []),
    ...(errors.length > 0 ? [`${errors.length} had errors`] : []),
  ];
  return {
    imported,
    skipped: duplicates + errors.length,
    duplicates,
    errors: errors.slice(0, mostErrors),
    total_records: total,
    message: `${parts.join('; ')}.`,
  };
}

function parse(content: unknown): unknown {
  if (typeof content !== 'string' && !(content instanceof Uint8Array)) return content;
  try {
    const text =
      typeof content === 'string' ? content : new TextDecoder('utf-8', { fatal: true }).decode(content);
    return JSON.parse(text);
  } catch (error) {
    throw new ToolError('invalid_input', 'The data is not JSON.', {
      problem: error instanceof SyntaxError ? error.message.slice(0, 200) : 'is not UTF-8 text',
      suggestion: 'Provide a JSON export, the JSON of a preset, or a data.db file.',
    });
  }
}
