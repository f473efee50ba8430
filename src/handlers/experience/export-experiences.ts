import { and, asc, eq, isNull } from 'drizzle-orm';
import * as z from 'zod';
import { experiences } from '../../db/schema/index.ts';
import { filesOf } from '../shared/files.ts';
import * as p from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';
import { tool } from '../tool/tool.ts';
import { toJson, toMarkdown } from './domain/export-format.ts';
import * as e from './shared.ts';

const filter = z.strictObject({
  domain: e.domain.optional().describe('Only of this domain'),
  type: e.type.optional().describe('Only of this type'),
  scope: e.scope.optional().describe('Only of this scope'),
});

/** A longer text would not fit into a request that imports it again. */
const mostInline = 16_000_000;

export default tool({
  name: 'export_experiences',
  title: 'Export experiences',
  description:
    'Export all experiences, every version, as JSON (which import_data restores exactly) or Markdown. With output_path, writes a file; otherwise returns the whole text.',
  effect: 'change',
  countsForGates: true,
  input: z.strictObject({
    format: z.enum(['json', 'markdown']).describe('json for import, markdown for reading'),
    filter: filter.optional().describe('Only matching ones'),
    output_path: p.filePath.optional().describe('File to write, below DEWEY_FILES_ROOT'),
    overwrite: p.overwrite,
    session_id: p.gateSession,
  }),
  output: z.object({
    exported: z.boolean().describe('Always true: the export is complete'),
    count: z.int().describe('Number of experiences'),
    format: z.enum(['json', 'markdown']).describe('Format used'),
    output_path: z.string().optional().describe('Path of the file'),
    output: z.string().optional().describe('Exported text, when output_path was omitted'),
    message: z.string().describe('Summary of the result'),
  }),
  async run({ format, filter = {}, output_path, overwrite }, deps) {
    const files = output_path === undefined ? undefined : filesOf(deps, 'output_path');
    const found = await deps.db
      .select(e.experienceColumns)
      .from(experiences)
      .where(
        and(
          isNull(experiences.deletedAt),
          filter.domain === undefined ? undefined : eq(experiences.domain, filter.domain),
          filter.type === undefined ? undefined : eq(experiences.type, filter.type),
          filter.scope === undefined ? undefined : eq(experiences.scope, filter.scope),
        ),
      )
      .orderBy(asc(experiences.id));
    const rows = found.map(e.withProof);
    const text = format === 'json' ? toJson(rows) : toMarkdown(rows);
    const done = { exported: true, count: rows.length, format };
    if (files && output_path !== undefined) {
      const written = await files.write(output_path, text, { overwrite });
      return { ...done, output_path: written, message: `Wrote ${rows.length} experiences to ${written}.` };
    }
    if (text.length > mostInline)
      throw new ToolError('too_large', `The export has ${text.length} characters.`, {
        limit: mostInline,
        suggestion: 'Export into a file with output_path, or in parts with filter.',
      });
    return { ...done, output: text, message: `Exported ${rows.length} experiences.` };
  },
});
