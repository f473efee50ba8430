import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { setToml } from '../../../../src/gateway/cli/setup/files/toml.ts';

const at = ['mcp_servers', 'dewey'];
const set = (text: string, value: Record<string, unknown> | undefined) =>
  setToml(text, at, value, 'config.toml');
const url = 'http://127.0.0.1:9020/mcp';

describe('setToml', () => {
  it.each([
    '',
    'a = 1',
    'a = 1\n',
    'a = 1\n\n',
    '# c\r\n[b]\r\nc = """\r\n[mcp_servers.dewey]\r\n[d]\r\n"""\r\n',
  ])('appends our table to %j and takes it away again', (text) => {
    const after = set(text, { url });
    expect(after.startsWith(text)).toBe(true);
    expect(parse(after)).toEqual({ ...parse(text), mcp_servers: { dewey: { url } } });
    if (text.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toContain('\n');
    expect(parse(set(after, undefined))).toEqual(parse(text));
  });

  it('replaces our table where it stands, with the tables in it, and keeps comments above the next one', () => {
    const text = `[mcp_servers.dewey]\nurl = "old"\n[mcp_servers.dewey.http_headers]\nAuthorization = "Bearer x"\n\n# about b\n[b]\nc = 1\n`;
    expect(set(text, { url, http_headers: { Authorization: 'Bearer "y"' } })).toBe(
      `[mcp_servers.dewey]\nurl = "${url}"\nhttp_headers = { Authorization = "Bearer \\"y\\"" }\n\n# about b\n[b]\nc = 1\n`,
    );
  });

  it.each([
    'mcp_servers = { dewey = { url = "x" } }\n',
    'mcp_servers.dewey.url = "x"\n',
    '[mcp_servers]\ndewey = { url = "x" }\n',
  ])('refuses another form of the same table, and says what to write: %j', (text) => {
    expect(() => set(text, { url })).toThrow(`[mcp_servers.dewey]\nurl = "${url}"`);
  });

  it('says in which line a broken file is broken', () => {
    expect(() => set('a = 1\nb = = 2\n', { url })).toThrow('broken TOML (line 2)');
  });
});
