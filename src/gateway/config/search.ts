import * as z from 'zod';
import { list } from './values.ts';

/** Which engine searches, and how texts are analysed. */
export type SearchConfig = {
  /** The language of texts that name none. */
  language: 'english' | 'simple';
  /** The size of the embedded engine's cache. */
  cacheBytes: number;
  /** The nodes of an OpenSearch cluster; undefined for the embedded engine. */
  cluster: string[] | undefined;
};

const nodes = z.string().transform((text, context): string[] => {
  const urls = list(text);
  if (urls.length === 0 || urls.some((url) => !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)))
    context.addIssue(
      'must be the addresses of OpenSearch nodes, comma-separated, such as http://search-1:9200,http://search-2:9200',
    );
  return urls;
});

/** See `./env.ts`. */
export const searchVariables = {
  DEWEY_SEARCH_LANGUAGE: z
    .string()
    .toLowerCase()
    .transform((language) => (language === 'english' ? ('english' as const) : ('simple' as const)))
    .default('english'),
  DEWEY_SEARCH_CACHE_MB: z.coerce.number().int().min(1).max(65_536).default(64),
  DEWEY_SEARCH_URL: nodes.optional(),
};

/** @param v the parsed variables. */
export const searchConfig = (v: z.output<z.ZodObject<typeof searchVariables>>): SearchConfig => ({
  language: v.DEWEY_SEARCH_LANGUAGE,
  cacheBytes: v.DEWEY_SEARCH_CACHE_MB * 1024 * 1024,
  cluster: v.DEWEY_SEARCH_URL,
});
