import { describe, expect, it } from 'vitest';
import { type CapturedMessage, fullness } from '../../../src/gateway/capture/messages/captured.ts';
import { groupBySource, Tally } from '../../../src/gateway/capture/messages/group-by-source.ts';
import { isOwnTool } from '../../../src/gateway/capture/messages/own-tools.ts';
import { prepare } from '../../../src/gateway/capture/messages/prepare.ts';
import { clean, cleanLine, type Redactions } from '../../../src/gateway/redaction/index.ts';

/** Joined from parts, so that secret scanners do not report this file. */
const secrets: Record<string, string> = {
  dewey_key: `dewey_${'aB3-x'.repeat(8)}abc`,
  anthropic_key: `sk-ant-${'api03-'}${'aB3'.repeat(20)}`,
  openai_key: `sk-${'proj-'}${'xY9'.repeat(12)}`,
  github_token: `ghp_${'a1B2'.repeat(9)}`,
  gitlab_token: `glpat-${'a1B2'.repeat(5)}`,
  aws_key: `AKIA${'ABCD1234EFGH5678'}`,
  google_key: `AIza${'a1B2c'.repeat(7)}`,
  slack_token: `xoxb-${'1234567890-abcdef'}`,
  stripe_key: `sk_${'live'}_${'a1B2'.repeat(6)}`,
  npm_token: `npm_${'a1B2'.repeat(9)}`,
  huggingface_token: `hf_${'a1B2'.repeat(9)}`,
  jwt: `eyJ${'hbGciOiJIUzI1NiJ9'}.eyJ${'zdWIiOiIxMjM0In0'}.${'c2lnbmF0dXJlMTIz'}`,
};

const message = (part: Partial<CapturedMessage>): CapturedMessage => ({
  type: 'message',
  source: { key: 'test:1' },
  id: '1',
  role: 'assistant',
  content: '',
  metadata: {},
  fullness: fullness.record,
  ...part,
});

describe('secrets', () => {
  for (const [kind, secret] of Object.entries(secrets))
    it(`removes and counts ${kind}`, () => {
      const found: Redactions = {};
      const text = clean(`The key is ${secret}, use it.`, found);
      expect(text).toBe(`The key is [redacted:${kind}], use it.`);
      expect(found).toEqual({ [kind]: 1 });
      expect(clean(text, {})).toBe(text);
    });

  it('removes values named like a secret, in any notation', () => {
    for (const text of [
      'api_key = "q7w8e9r0t1"',
      'API_KEY=q7w8e9r0t1',
      '{"apiKey": "q7w8e9r0t1"}',
      '{\\"client_secret\\":\\"q7w8e9r0t1\\"}',
      'DEWEY_DB_PASSWORD: q7w8e9r0t1',
      'postgres://dewey:q7w8e9r0t1@localhost/winni',
      'Authorization: Bearer q7w8e9r0t1y2u3',
    ]) {
      const found: Redactions = {};
      const result = clean(text, found);
      expect(result).not.toContain('q7w8e9r0t1');
      expect(Object.values(found)).toEqual([1]);
      expect(clean(result, {})).toBe(result);
    }
  });

  it('leaves ordinary text and code unchanged', () => {
    for (const text of [
      'const apiKey = process.env.OPENAI_API_KEY;',
      'api_key=$OPENAI_API_KEY',
      'password: <your password>',
      'max_tokens: 1024',
      'the secret of the library',
      'https://example.org/a@b',
      'git commit 0123456789abcdef0123456789abcdef01234567',
    ])
      expect(clean(text, {})).toBe(text);
  });

  it('removes a private key, and one whose end has not arrived yet', () => {
    const begin = `-----BEGIN ${'OPENSSH PRIVATE KEY'}-----`;
    expect(clean(`${begin}\nabc\n-----END OPENSSH PRIVATE KEY----- ok`, {})).toBe(
      '[redacted:private_key] ok',
    );
    const part = clean(`${begin}\nabc\n`, {});
    expect(part).toBe(begin);
    expect(clean(`${part}def\n-----END OPENSSH PRIVATE KEY----- ok`, {})).toBe('[redacted:private_key] ok');
  });

  it('removes the key of fiedler_set_key from the call and from the raw line', () => {
    const input = { provider: 'openai', key: 'plain-looking-words' };
    const prepared = prepare(
      message({
        call: { id: 'c', name: 'mcp__fiedler__fiedler_set_key', input },
        metadata: { kind: 'tool_use' },
      }),
    );
    expect(prepared.content).toBe(
      'mcp__fiedler__fiedler_set_key {"key":"[redacted:fiedler_set_key]","provider":"openai"}',
    );
    expect(prepared.metadata.redacted).toEqual({ fiedler_set_key: 1 });
    const line = { content: [{ type: 'tool_use', name: 'mcp__fiedler__fiedler_set_key', input }] };
    expect(cleanLine(JSON.stringify(line), line)).not.toContain('plain-looking-words');
  });

  it.each(['token', 'Credentials', 'secret', 'authorization'])(
    'leave a raw line with only a field %s unchanged',
    (name) => {
      const line = { [name]: 'plain-looking-words' };
      expect(cleanLine(JSON.stringify(line), line)).toBe(`{"${name}":"[redacted:secret_field]"}`);
    },
  );
});

describe('private text', () => {
  it('is never stored, wherever it begins and ends', () => {
    expect(clean('a <private>b</private> c <private>d</private>', {})).toBe('a [private] c [private]');
    const part = clean('a <private>b', {});
    expect(part).toBe('a <private>');
    expect(clean(`${part}c</private> d`, {})).toBe('a [private] d');
  });
});

describe('what is said of a conversation', () => {
  const source = { key: 'chatgpt:1', metadata: { source: 'chatgpt', title: `My ${secrets.github_token}\0` } };

  it('is cleaned as its messages are, the conversation it belongs to included', async () => {
    const [group] = await groupBySource(
      [message({ source: { key: 'chatgpt:2', parent: source } }), message({ source })],
      new Tally(),
    );
    expect(group?.source.parent?.metadata).toEqual({
      source: 'chatgpt',
      title: 'My [redacted:github_token]\ufffd',
    });
  });

  it('is unchanged in an export of Dewey', async () => {
    const exported = { ...source, conversationId: '0193f2c4-8a51-7cc2-9e01-5b1f0a6f2d33' };
    const [group] = await groupBySource([message({ source: exported })], new Tally());
    expect(group?.source).toBe(exported);
  });
});

describe('own tools', () => {
  it('are recognised under every name that clients give them', () => {
    for (const name of [
      'dewey_search',
      'mcp__dewey__dewey_search',
      'mcp__plugin_dewey_dewey__record_experience',
      'mcp__winni__check_compliance',
      'membria.capture_decision',
      'mcp_dewey_dewey_search',
      'mcp_winni_record_experience',
    ])
      expect(isOwnTool(name)).toBe(true);
    for (const name of [
      'Bash',
      'mcp__catalogue__lookup_isbn',
      'mcp__library__melvil_dewey_number',
      'mcp_library_lookup',
    ])
      expect(isOwnTool(name)).toBe(false);
  });
});
