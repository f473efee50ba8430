import * as z from 'zod';
import type { CatalogueEntry } from '../../db/conversations/catalogue.ts';
import { previewOf, titleOf } from './title.ts';

/** What listings say of a conversation besides its columns; fields without a value are left out. */
export const catalogueFields = {
  title: z.string().optional().describe('Title, else first words'),
  preview: z.string().optional().describe('First words'),
  agent: z.string().optional().describe('Its program'),
  branch: z.string().optional().describe('Branch'),
  models: z.array(z.string()).optional().describe('Models'),
  tokens: z
    .record(z.string(), z.number())
    .optional()
    .describe('Of input, output, cache_read and cache_write'),
  cost_usd: z.number().optional().describe('Cost'),
};

export type CatalogueFields = z.input<z.ZodObject<typeof catalogueFields>>;

export function catalogueFieldsOf(entry: CatalogueEntry | undefined): CatalogueFields {
  if (!entry) return {};
  const { agent, branch, models, cost } = entry;
  const title = titleOf(entry);
  const preview = previewOf(entry);
  const tokens = {
    input: entry.input ?? 0,
    output: entry.output ?? 0,
    cache_read: entry.cacheRead ?? 0,
    cache_write: entry.cacheWrite ?? 0,
  };
  return {
    ...(title === null ? {} : { title }),
    ...(preview === null || preview === title ? {} : { preview }),
    ...(agent === null ? {} : { agent }),
    ...(branch === null ? {} : { branch }),
    ...(models.length === 0 ? {} : { models }),
    ...(Object.values(tokens).some((n) => n > 0) ? { tokens } : {}),
    ...(cost === null ? {} : { cost_usd: Math.round(cost * 10_000) / 10_000 }),
  };
}
