/** What a request asks for, as far as it is a path with a query. */
export type RequestTarget = {
  /** As it was sent: begins with `/`, without the query, nothing decoded. */
  path: string;
  /** With its `?`; empty without a query. */
  search: string;
  query: URLSearchParams;
};

/** Visible ASCII, as RFC 3986 has it in paths and queries, and what browsers leave as it is. */
const originForm = /^\/[\x21-\x7e]*$/;

/**
 * Takes the target of a request apart. Never throws, and resolves nothing: `//host`, dots and escapes stay what they are.
 *
 * @returns undefined for what is no path, such as an absolute address, `*`, or bytes that have to be escaped.
 */
export function readTarget(target: string | undefined): RequestTarget | undefined {
  if (target === undefined || !originForm.test(target)) return undefined;
  const [whole = ''] = target.split('#', 1);
  const at = whole.indexOf('?');
  const path = at === -1 ? whole : whole.slice(0, at);
  const search = at === -1 ? '' : whole.slice(at);
  return { path, search, query: new URLSearchParams(search) };
}
