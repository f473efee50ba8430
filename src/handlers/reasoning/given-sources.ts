import * as z from 'zod';
import type { Priority, Source } from './domain/context.ts';

/** Sources supplied by the caller. */

const anything = z.union([z.string(), z.record(z.string(), z.unknown())]);

export const givenSources = z.strictObject({
  experiences: z
    .array(anything)
    .max(200)
    .optional()
    .describe('Experiences as returned by search_experiences'),
  local_docs: z
    .array(
      z.strictObject({
        path: z.string().max(4096).describe('Path of the file'),
        content: z.string().max(1_000_000).describe('Text'),
      }),
    )
    .max(200)
    .optional()
    .describe('Files you read'),
  mcp_data: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Results of other tools, by a name of your choice'),
  web_results: z.array(anything).max(200).optional().describe('Results of a web search'),
});

/** A longer text of one source never fits the budget. */
const mostCharacters = 100_000;

/** Files and experiences come before results of tools, and those before web results. */
export function toSources(given: z.output<typeof givenSources>): Source[] {
  const { experiences = [], local_docs = [], mcp_data = {}, web_results = [] } = given;
  return [
    ...experiences.map((one, i) => fromAnything('experience', one, i, 'high')),
    ...local_docs.map(({ path, content }) => source('file', path, path, content, 'high')),
    ...Object.entries(mcp_data).map(([name, data]) => source('mcp', name, name, asText(data), 'medium')),
    ...web_results.map((one, i) => fromAnything('web', one, i, 'low')),
  ];
}

const source = (kind: string, id: string, title: string, text: string, priority: Priority): Source => ({
  kind,
  id,
  title: title.replaceAll(/\s+/g, ' ').slice(0, 300),
  text: text.slice(0, mostCharacters),
  priority,
});

function fromAnything(
  kind: string,
  value: string | Record<string, unknown>,
  index: number,
  priority: Priority,
): Source {
  if (typeof value === 'string')
    return source(kind, String(index + 1), `${kind} ${index + 1}`, value, priority);
  const field = (...names: string[]) => {
    const found = names
      .map((name) => value[name])
      .find((one) => typeof one === 'string' || typeof one === 'number');
    return found === undefined ? undefined : String(found);
  };
  const id = field('id', 'experience_id', 'url', 'link') ?? String(index + 1);
  const title = field('title', 'domain', 'name') ?? `${kind} ${id}`;
  return source(kind, id, title, asText(value), priority);
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 1) ?? '');
