/** The target of a request that is a path with an optional query. */
export type RequestTarget = {
  /** As sent: begins with `/`, without the query, not decoded. */
  path: string;
  /** Includes the `?`; empty without a query. */
  search: string;
  query: URLSearchParams;
};

/** Visible ASCII, as RFC 3986 allows in paths and queries, and the characters that browsers leave unescaped. */
const originForm = /^\/[\x21-\x7e]*$/;

/**
 * Parses the target of a request. Never throws and normalizes nothing: `//host`, dots and escapes stay as they are.
 *
 * @returns undefined for anything but a path, such as an absolute URL, `*`, or bytes that must be escaped.
 */
export function readTarget(target: string | undefined): RequestTarget | undefined {
  if (target === undefined || !originForm.test(target)) return undefined;
  const [whole = ''] = target.split('#', 1);
  const at = whole.indexOf('?');
  const path = at === -1 ? whole : whole.slice(0, at);
  const search = at === -1 ? '' : whole.slice(at);
  return { path, search, query: new URLSearchParams(search) };
}
