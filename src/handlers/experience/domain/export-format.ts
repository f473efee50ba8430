import * as z from 'zod';

/** Formats for the export and import of experiences. */

export type ExchangedRow = {
  id: number;
  type: string;
  domain: string;
  situation: string;
  approach: string;
  outcome: string;
  reasoning: string;
  confidence: number | null;
  scope: string;
  tags: readonly string[];
  project: string | null;
  session_id: string | null;
  revision_of: number | null;
  revision_reason: string | null;
  created_at: string;
  /** Absent: confirmed. */
  proof?: string;
};

/** A JSON array with one row per line: lossless, and two exports can be compared with `diff`. */
export const toJson = (rows: readonly ExchangedRow[]): string =>
  rows.length === 0 ? '[]\n' : `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;

/** The rows as Markdown, for people. */
export function toMarkdown(rows: readonly ExchangedRow[]): string {
  const parts = rows.map((row) => {
    const facts = [
      row.type,
      row.scope,
      row.confidence === null ? undefined : `confidence ${row.confidence}`,
      row.project === null ? undefined : `project ${row.project}`,
      row.tags.length === 0 ? undefined : `tags ${row.tags.join(', ')}`,
      row.revision_of === null ? undefined : `revises ${row.revision_of}`,
      row.proof,
      row.created_at,
    ];
    return [
      `## ${row.id}. ${row.domain}: ${oneLine(row.situation)}`,
      facts.filter((fact) => fact !== undefined).join(' · '),
      `**Approach.** ${row.approach}`,
      `**Outcome.** ${row.outcome}`,
      `**Reasoning.** ${row.reasoning}`,
    ].join('\n\n');
  });
  return `${['# Experiences', ...parts].join('\n\n')}\n`;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** A row from any supported source, normalised. */
export type ImportedRow = {
  /** Id at its source. */
  id: number | null;
  type: 'effective' | 'ineffective';
  domain: 'Tools' | 'Protocol' | 'Communication' | 'Process' | 'Debugging' | 'Decision';
  situation: string;
  approach: string;
  outcome: string;
  reasoning: string;
  confidence: number | null;
  scope: 'user' | 'project' | 'auto';
  tags: string[];
  project: string | null;
  session_id: string | null;
  /** Id at the source of the experience it revises. */
  revision_of: number | null;
  revision_reason: string | null;
  created_at: string | null;
  proof: 'unproven' | 'confirmed' | 'contradicted';
};

const domains = ['Tools', 'Protocol', 'Communication', 'Process', 'Debugging', 'Decision'] as const;
const types = ['effective', 'ineffective'] as const;
const mostCharacters = 1_000_000;

/** Accepts a name in any case, because older stores vary. */
const named = <const Names extends readonly string[]>(names: Names) =>
  z.string().transform((text, context): Names[number] => {
    const found = names.find((name) => name.toLowerCase() === text.trim().toLowerCase());
    if (found !== undefined) return found;
    context.addIssue(`must be one of ${names.join(', ')}`);
    return z.NEVER;
  });

const text = z
  .string()
  .max(mostCharacters, `may have at most ${mostCharacters.toLocaleString('en')} characters`)
  .refine((value) => value.trim() !== '', 'must not be empty');
const rowId = z.int().min(1).nullish();
const optionalText = z.string().max(2000).nullish();

const row = z.object({
  id: rowId,
  type: named(types),
  domain: named(domains),
  situation: text,
  approach: text,
  outcome: text,
  reasoning: text,
  confidence: z.number().min(0).max(1).nullish(),
  scope: z.preprocess((value) => value ?? 'auto', named(['user', 'project', 'auto'])),
  tags: z.union([z.array(z.string()), z.string()]).nullish(),
  project: optionalText,
  session_id: optionalText,
  revision_of: rowId,
  original_id: rowId,
  revision_reason: optionalText,
  created_at: z.union([z.string(), z.number()]).nullish(),
  proof: z.enum(['unproven', 'confirmed', 'contradicted']).nullish(),
});

export type RowError = { row: number; id?: number; field: string; problem: string };

/**
 * Parses one row of a JSON export or of the original system's database, where tags are a JSON text or comma-separated,
 * times are seconds or milliseconds since 1970, and `original_id` is the revised experience.
 *
 * @param index position in the source, counted from 1, for error messages.
 */
export function readRow(value: unknown, index: number): ImportedRow | RowError {
  const parsed = row.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return {
      row: index,
      ...idOf(value),
      field: issue?.path.join('.') ?? '',
      problem: issue?.message.replace(/^Invalid input: /, '') ?? 'is invalid',
    };
  }
  const { original_id, tags, created_at, ...rest } = parsed.data;
  const createdAt = readTime(created_at ?? null);
  if (createdAt === undefined)
    return {
      row: index,
      ...idOf(value),
      field: 'created_at',
      problem: 'must be RFC 3339, or seconds or milliseconds since 1970',
    };
  return {
    ...rest,
    id: rest.id ?? null,
    confidence: rest.confidence ?? null,
    tags: readTags(tags ?? []),
    project: rest.project ?? null,
    session_id: rest.session_id ?? null,
    revision_of: rest.revision_of ?? original_id ?? null,
    revision_reason: rest.revision_reason ?? null,
    created_at: createdAt,
    proof: rest.proof ?? 'confirmed',
  };
}

export const isRowError = (read: ImportedRow | RowError): read is RowError => 'problem' in read;

const idOf = (value: unknown): { id?: number } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number'
    ? { id: value.id }
    : {};

function readTags(tags: string | readonly string[]): string[] {
  const list = typeof tags === 'string' ? readTagText(tags) : tags;
  return [...new Set(list.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
}

function readTagText(text: string): string[] {
  if (!text.trim().startsWith('[')) return text.split(',');
  try {
    const parsed = z.array(z.string()).safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
  } catch {
    // Not JSON after all, but a comma-separated list with a bracket.
  }
  return text.split(',');
}

/** Larger numbers are milliseconds: as seconds they would be beyond the year 5000. */
const firstMilliseconds = 100_000_000_000;

/** RFC 3339, or undefined when the value is not a time. SQLite's own text form is UTC without a zone. */
function readTime(value: string | number | null): string | null | undefined {
  if (value === null) return null;
  if (typeof value === 'number') {
    const date = new Date(Math.abs(value) < firstMilliseconds ? value * 1000 : value);
    return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
  }
  const text = value.replace(/^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}(\.\d+)?)$/, '$1T$2Z');
  return z.iso.datetime({ offset: true }).safeParse(text).success && !text.startsWith('0000')
    ? text
    : undefined;
}

/** Classifies the contents of a JSON document. */
export type Document =
  | { kind: 'experiences'; rows: readonly unknown[] }
  | { kind: 'preset'; config: unknown }
  | { kind: 'unknown' };

/** A bare array of rows, `{ experiences: [...] }`, or a preset (an object with `gates`). */
export function recognise(document: unknown): Document {
  if (Array.isArray(document)) return { kind: 'experiences', rows: document };
  if (typeof document !== 'object' || document === null) return { kind: 'unknown' };
  if ('experiences' in document && Array.isArray(document.experiences))
    return { kind: 'experiences', rows: document.experiences };
  if ('gates' in document) return { kind: 'preset', config: document };
  return { kind: 'unknown' };
}
