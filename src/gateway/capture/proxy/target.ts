import { ToolError } from '../../../handlers/tool/errors.ts';
import { readTarget } from '../../http/request-target.ts';

/** Where a request goes, or why it goes nowhere. */
export type ProxyTarget = { name: string; url: URL } | ToolError;

/** A segment of a path as RFC 3986 has it, without `;`, which some servers end a segment at. */
const segment = /^(?:[\w.~!$&'()*+,=:@-]|%[0-9A-Fa-f]{2})+$/;
/** What may not come out of escapes: separators, further escapes, control characters. */
const separating = /[\\/;%\p{Cc}]/u;

/**
 * `/<name>/mcp` is the upstream's own address, and what follows the name otherwise lies below it: nothing leaves the path
 * that was configured, whatever a server makes of dots, escapes and separators.
 */
export function httpTarget(upstreams: Record<string, string>, target: string | undefined): ProxyTarget {
  const asked = readTarget(target);
  if (!asked) return new ToolError('invalid_input', 'The target of a request is a path that begins with /.');
  const [, name = '', ...rest] = asked.path.split('/');
  const base = upstreamOf(upstreams, name);
  if (base === undefined) return new ToolError('not_found', unknownUpstream(upstreams, name));
  const end = rest.length > 1 && rest.at(-1) === '' ? '/' : '';
  if (rest.at(-1) === '') rest.pop(); // a slash at the end
  if (!rest.every(staysBelow))
    return new ToolError('invalid_input', `This path does not lie below the address of ${name}.`);
  const url = new URL(base.replace(/^ws/, 'http'));
  const own = url.pathname.replace(/\/$/, '');
  const below = rest[0] === 'mcp' && own !== '' ? rest.slice(1) : rest;
  if (below.length > 0) url.pathname = [own, ...below].join('/') + end;
  else if (own === '') url.pathname = '/mcp';
  url.search = asked.search || url.search;
  return { name, url };
}

/** The address of an upstream; undefined when there is none of this name. */
export const upstreamOf = (upstreams: Record<string, string>, name: string): string | undefined =>
  Object.hasOwn(upstreams, name) ? upstreams[name] : undefined;

export const unknownUpstream = (upstreams: Record<string, string>, name: string): string =>
  `There is no upstream ${JSON.stringify(name.slice(0, 20))}; there are: ${Object.keys(upstreams).join(', ')}.`;

function staysBelow(part: string): boolean {
  if (!segment.test(part)) return false;
  try {
    const plain = decodeURIComponent(part);
    return !separating.test(plain) && !/^[. ]+$/.test(plain);
  } catch {
    return false; // no UTF-8
  }
}
