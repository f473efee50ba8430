/**
 * The base URL of a gateway, without a trailing slash. Behind a reverse proxy it may contain a path; the `/mcp` of
 * client configurations is removed.
 *
 * @throws when the URL is not usable.
 */
export function gatewayBase(url: string): string {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new Error('must be a URL such as http://127.0.0.1:9020');
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/(?<!\/)\/+$/, '').replace(/\/mcp$/, '');
}
