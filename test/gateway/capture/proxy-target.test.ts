import { describe, expect, it } from 'vitest';
import { httpTarget } from '../../../src/gateway/capture/proxy/target.ts';

const upstreams = {
  deep: 'https://books.example/api/v1/mcp',
  bare: 'http://127.0.0.1:8080',
  socket: 'ws://127.0.0.1:8081/ws?token=1',
};
const ask = (target: string) => {
  const found = httpTarget(upstreams, target);
  return 'url' in found ? found.url.href : found.status;
};

describe('the target of a proxied request', () => {
  it.each([
    ['/deep/mcp', 'https://books.example/api/v1/mcp'],
    ['/deep', 'https://books.example/api/v1/mcp'],
    ['/deep/', 'https://books.example/api/v1/mcp'],
    ['/deep/mcp?a=1', 'https://books.example/api/v1/mcp?a=1'],
    ['/deep/messages/7', 'https://books.example/api/v1/mcp/messages/7'],
    ['/deep/mcp/messages', 'https://books.example/api/v1/mcp/messages'],
    ['/deep/a%20book...and%C3%A9', 'https://books.example/api/v1/mcp/a%20book...and%C3%A9'],
    [
      '/deep/mcp?next=https://evil.example/../',
      'https://books.example/api/v1/mcp?next=https://evil.example/../',
    ],
    ['/bare/mcp', 'http://127.0.0.1:8080/mcp'],
    ['/bare/messages', 'http://127.0.0.1:8080/messages'],
    ['/socket/mcp', 'http://127.0.0.1:8081/ws?token=1'],
  ])('%s goes to %s', (target, url) => expect(ask(target)).toBe(url));

  it.each([
    ...[
      '/deep/..',
      '/deep/../secret',
      '/deep/a/../../..',
      '/deep/%2e%2e/secret',
      '/deep/.%2E/secret',
      '/deep/./x',
    ],
    ...[
      '/deep/%252e%252e/x',
      '/deep/..;/x',
      '/deep/a;b',
      '/deep/..%2fx',
      '/deep/..%5cx',
      '/deep/..\\x',
      '/deep//x',
    ],
    ...[
      '/deep//evil.example/x',
      '/deep/%00',
      '/deep/%',
      '/deep/%zz',
      '/deep/%c0%ae%c0%ae/x',
      '/deep/%0d%0aX:',
      '/deep/é',
    ],
    ...['http://evil.example/deep/mcp', '*', '', 'deep/mcp', 'http://['],
  ])('%s is refused', (target) => expect(ask(target)).toBe(400));

  it.each(['/', '//', '//deep/mcp', '/nobody/mcp', '/__proto__/mcp', '/constructor', '//:99999/'])(
    '%s is not an upstream',
    (target) => expect(ask(target)).toBe(404),
  );
});
