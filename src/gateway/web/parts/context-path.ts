import { link } from './words.tsx';

/**
 * The address of a startup context. Browsers take "." and ".." for folders, however they are written, so these names stand
 * in the query.
 */
export const contextPath = (name: string, query: Readonly<Record<string, string | number>> = {}): string =>
  name === '.' || name === '..'
    ? link('/memory/contexts', { name, ...query })
    : link(`/memory/contexts/${encodeURIComponent(name)}`, query);
