import type { Captured, Source } from '../../messages/captured.ts';
import { type Fields, listOf, otherThanTexts, parsed, textOr, timeIn, without } from './record-values.ts';
import { recordOf, statement } from './records.ts';

/** How the rows of claude-mem become records. */

/** Earlier versions named the sessions differently. */
export const sessionId = (row: Fields) => textOr(row.content_session_id) ?? textOr(row.claude_session_id);
export const memoryId = (row: Fields) => textOr(row.memory_session_id) ?? textOr(row.sdk_session_id);
/** Part of the identity of a record, as it is stated. */
const stamp = (row: Fields) => row.created_at_epoch ?? row.created_at;
const created = (row: Fields) => timeIn(row, 'created_at_epoch', 'created_at');
export const timeOf = (row: Fields): string | undefined => created(row).at;

const others = (row: Fields, ...names: string[]): Fields => ({
  ...without(row, 'created_at', 'created_at_epoch', ...names),
  ...created(row).rest,
});

export const promptOf = (source: Source, row: Fields): Captured =>
  recordOf(source, 'prompt', {
    id: [row.prompt_number],
    text: textOr(row.prompt_text) ?? '',
    at: timeOf(row),
    role: 'user',
    rest: others(row, 'prompt_text'),
  });

/** What was observed is a statement; the summaries and prompts among the items of newer versions are not. */
export function observationOf(source: Source, row: Fields): Captured {
  const { kind = 'observation', type, project } = row;
  const concepts = listOf(row.concepts);
  const lines = [
    ...[row.title, row.subtitle, row.text, row.narrative].flatMap((text) => textOr(text) ?? []),
    ...listOf(row.facts).map((fact) => `- ${fact}`),
  ];
  // Without anything else they say nothing.
  if (lines.length > 0 && concepts.length > 0) lines.push(`Concepts: ${concepts.join(', ')}`);
  const states = kind === 'observation' || kind === 'manual';
  return recordOf(source, kind === 'prompt' || kind === 'summary' ? kind : 'observation', {
    id: [stamp(row)],
    text: lines.join('\n'),
    at: timeOf(row),
    role: kind === 'prompt' ? 'user' : 'assistant',
    states: states ? statement(type === 'decision' ? 'decision' : 'project', { project }) : undefined,
    rest: {
      ...others(row, 'title', 'subtitle', 'text', 'narrative'),
      facts: otherThanTexts(row.facts),
      concepts: otherThanTexts(row.concepts),
      files_read: parsed(row.files_read),
      files_modified: parsed(row.files_modified),
      metadata: parsed(row.metadata),
    },
  });
}

const headings = {
  request: 'Request',
  investigated: 'Investigated',
  learned: 'Learned',
  completed: 'Completed',
  next_steps: 'Next steps',
  notes: 'Notes',
} as const;

export function summaryOf(source: Source, row: Fields): Captured {
  const parts = Object.entries(headings).flatMap(([name, heading]) => {
    const text = textOr(row[name]);
    return text === undefined ? [] : [`${heading}: ${text}`];
  });
  return recordOf(source, 'summary', {
    id: [stamp(row)],
    text: parts.join('\n'),
    at: timeOf(row),
    rest: {
      ...others(row, ...Object.keys(headings)),
      files_read: parsed(row.files_read),
      files_edited: parsed(row.files_edited),
    },
  });
}
