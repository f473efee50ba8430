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
  domain: e.domain.optional().describe('Only this domain'),
  type: e.type.optional().describe('Only effective or only ineffective ones'),
  scope: e.scope.optional().describe('Only this scope'),
});

/** A longer text does not fit into a request that would import it again. */
const mostInline = 16_000_000;

export default tool({
  name: 'export_experiences',
  title: 'Export experiences',
  description:
    'Write all experiences, every version, as JSON (import_data takes it back exactly) or Markdown: into a file below DEWEY_FILES_ROOT with output_path (replacing none without overwrite), else the whole text comes back, which can be long.',
  effect: 'change',
  countsForGates: true,
  input: z.strictObject({
    format: z.enum(['json', 'markdown']).describe('json to import again, markdown to read'),
    filter: filter.optional().describe('Only some of them'),
    output_path: p.filePath.optional().describe('Where to write the file, below DEWEY_FILES_ROOT'),
    overwrite: p.overwrite,
    session_id: p.gateSession,
  }),
  output: z.object({
    exported: z.boolean().describe('True: the text is complete'),
    count: z.int().describe('How many experiences'),
    format: z.enum(['json', 'markdown']).describe('The format used'),
    output_path: z.string().optional().describe('Where the file is'),
    output: z.string().optional().describe('The text, when no file was asked for'),
    message: z.string().describe('What happened, in a sentence'),
  }),
  async run({ format, filter = {}, output_path, overwrite }, deps) {
    const files = output_path === undefined ? undefined : filesOf(deps, 'output_path');
    const rows = await deps.db
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
