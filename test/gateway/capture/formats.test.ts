import { afterEach, describe, expect, it } from 'vitest';
import { fixture, forget, importFile, rowsOf } from '../../support/capture.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
afterEach(() => forget(lake));

const read = async (path: string, key: string) => {
  await importFile(lake, fixture(path));
  return rowsOf(lake, key);
};
const prompts = (rows: Awaited<ReturnType<typeof rowsOf>>) =>
  rows.filter((row) => row.role === 'user').map((row) => row.externalId);
const ofKind = (rows: Awaited<ReturnType<typeof rowsOf>>, kind: string) =>
  rows.filter((row) => row.metadata.kind === kind);

describe('a Claude Code transcript', () => {
  it('distinguishes prompts from other entries with role user', async () => {
    const rows = await read(
      'claude-code/session-long.jsonl',
      'claude-code:dc03f604-b64f-44a2-971f-340aedefea71',
    );
    expect(prompts(rows)).toHaveLength(12);
    expect(ofKind(rows, 'compact_summary')).toHaveLength(1);
    expect(ofKind(rows, 'tool_use')).toHaveLength(ofKind(rows, 'tool_result').length);
    expect(rows.some((row) => row.content.includes('日本語'))).toBe(true);
  });

  it('attaches thinking to the block after it', async () => {
    const rows = await read(
      'claude-code/session-long.jsonl',
      'claude-code:dc03f604-b64f-44a2-971f-340aedefea71',
    );
    expect(rows[1]).toMatchObject({
      content: 'Reading the README.',
      metadata: { thinking: 'The user wants an overview. README.md is the place to start.' },
    });
  });

  it('stores a large output in full, although the transcript contains only its beginning', async () => {
    const rows = await read(
      'claude-code/session-long.jsonl',
      'claude-code:dc03f604-b64f-44a2-971f-340aedefea71',
    );
    const whole = rows.find((row) => row.metadata.whole === true);
    expect(whole?.content).toHaveLength(60_428);
    expect(whole?.content).not.toContain('<persisted-output>');
  });

  it('marks interrupted, refused and failed calls', async () => {
    const rows = await read(
      'claude-code/session-interrupted.jsonl',
      'claude-code:c646fc65-e305-446d-bb78-b70fc1f8625c',
    );
    expect(prompts(rows)).toHaveLength(3);
    expect(rows[1]?.metadata).toMatchObject({ interrupted: true });
    expect(rows.at(-2)?.metadata).toMatchObject({ denied: 'user-rejected', is_error: true });
    const failed = await read(
      'claude-code/session-api-error.jsonl',
      'claude-code:5346b7fa-e625-4ef2-8ca9-d9aab2075065',
    );
    expect(failed[1]).toMatchObject({ role: 'assistant', metadata: { api_error: 400 } });
  });

  it('keeps the raw lines, compressed', async () => {
    await importFile(lake, fixture('claude-code/session-two-turns.jsonl'));
    await importFile(lake, fixture('claude-code/session-two-turns.jsonl'));
    const [raw] = await lake.db.sql`
      select sum(lines)::int as lines, sum(length(data)) < 20000 as small from capture_raw`;
    expect(raw).toEqual({ lines: 68, small: true });
  });
});

describe('other agents', () => {
  it('reads each message of a Codex rollout once, although the file repeats it', async () => {
    const rows = await read(
      'other-agents/codex-rollout-2026-10-04T09-12-00-0199f3a2-5c1e-7d40-9b7a-3f1e2d4c5b6a.jsonl',
      'codex:0199f3a2-5c1e-7d40-9b7a-3f1e2d4c5b6a',
    );
    expect(prompts(rows)).toHaveLength(4);
    expect(ofKind(rows, 'text')).toHaveLength(3);
    expect(ofKind(rows, 'tool_use').map((row) => row.metadata.tool)).toEqual([
      'exec_command',
      'apply_patch',
      'web_search',
      'exec_command',
    ]);
    expect(ofKind(rows, 'tool_result').map((row) => row.metadata.interrupted)).toEqual([
      undefined,
      undefined,
      true,
    ]);
  });

  it('reads a Gemini session without the messages that were taken back', async () => {
    const rows = await read(
      'other-agents/gemini-cli-session-2026-10-05T18-00-7f0d8c52.jsonl',
      'gemini:7f0d8c52-1b7e-4c4e-8a59-0c6f3e2b9d11',
    );
    expect(prompts(rows)).toEqual(['m2', 'm4', 'm8']);
    expect(ofKind(rows, 'text').map((row) => row.externalId)).toEqual(['m3', 'm5', 'm9']);
    expect(ofKind(rows, 'tool_use')).toHaveLength(1);
  });

  it('reads the branch of a ChatGPT conversation that the user saw last', async () => {
    const rows = await read(
      'other-agents/chatgpt-conversations.json',
      'chatgpt:6a8d0000-0000-4000-8000-000000000001',
    );
    expect(rows.map((row) => row.externalId)).toEqual([
      'n2',
      'n3',
      'n4b',
      'n6b',
      'n7b',
      'n8b',
      'n9b',
      'n11b',
    ]);
    expect(rows.at(-1)?.metadata).toMatchObject({ interrupted: true });
    expect(await rowsOf(lake, 'chatgpt:6a8d0000-0000-4000-8000-000000000002')).toHaveLength(1);
  });

  it('reads a claude.ai export with its attachments', async () => {
    const rows = await read(
      'other-agents/claude-ai-conversations.json',
      'claude-ai:5c0ffee0-0000-4000-8000-00000000c001',
    );
    expect(rows[0]?.content).toContain('Fines are capped at 12 euros per item.');
    expect(rows[2]?.content).toBe('[file shelves.png]');
    expect(rows.map((row) => row.role)).toEqual([
      ...['user', 'assistant', 'user', 'assistant', 'assistant', 'tool', 'assistant'],
      ...['user', 'assistant', 'user', 'assistant'],
    ]);
  });
});
