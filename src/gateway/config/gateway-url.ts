/**
 * The base of everything a gateway answers to, without a slash at its end. Behind a reverse proxy that may be a path; the
 * `/mcp` of clients' configurations is none of it.
 *
 * @throws when it is no such address.
 */
export function gatewayBase(url: string): string {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new Error('must be a URL such as http://127.0.0.1:9020');
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/(?<!\/)\/+$/, '').replace(/\/mcp$/, '');
}
