import { ToolError } from '../../../handlers/tool/errors.ts';
import { readTarget } from '../../http/request-target.ts';

/** The upstream of a request, or why there is none. */
export type ProxyTarget = { name: string; url: URL } | ToolError;

/** A path segment as in RFC 3986, without `;`, at which some servers end a segment. */
const segment = /^(?:[\w.~!$&'()*+,=:@-]|%[0-9A-Fa-f]{2})+$/;
/** Characters that percent escapes must not decode to: separators, further escapes, control characters. */
const separating = /[\\/;%\p{Cc}]/u;

/**
 * `/<name>/mcp` is the upstream's own address; any other path is resolved below it. No request leaves the configured path,
 * however a server reads dots, escapes and separators.
 */
export function httpTarget(upstreams: Record<string, string>, target: string | undefined): ProxyTarget {
  const asked = readTarget(target);
  if (!asked) return new ToolError('invalid_input', 'The request target must be a path that begins with /.');
  const [, name = '', ...rest] = asked.path.split('/');
  const base = upstreamOf(upstreams, name);
  if (base === undefined) return new ToolError('not_found', unknownUpstream(upstreams, name));
  const end = rest.length > 1 && rest.at(-1) === '' ? '/' : '';
  if (rest.at(-1) === '') rest.pop(); // trailing slash
  if (!rest.every(staysBelow))
    return new ToolError('invalid_input', `This path is not below the address of ${name}.`);
  const url = new URL(base.replace(/^ws/, 'http'));
  const own = url.pathname.replace(/\/$/, '');
  const below = rest[0] === 'mcp' && own !== '' ? rest.slice(1) : rest;
  if (below.length > 0) url.pathname = [own, ...below].join('/') + end;
  else if (own === '') url.pathname = '/mcp';
  url.search = asked.search || url.search;
  return { name, url };
}

/** The URL of an upstream; undefined when there is none with this name. */
export const upstreamOf = (upstreams: Record<string, string>, name: string): string | undefined =>
  Object.hasOwn(upstreams, name) ? upstreams[name] : undefined;

export const unknownUpstream = (upstreams: Record<string, string>, name: string): string =>
  `Unknown upstream ${JSON.stringify(name.slice(0, 20))}; available: ${Object.keys(upstreams).join(', ')}.`;

function staysBelow(part: string): boolean {
  if (!segment.test(part)) return false;
  try {
    const plain = decodeURIComponent(part);
    return !separating.test(plain) && !/^[. ]+$/.test(plain);
  } catch {
    return false; // not valid UTF-8
  }
}
