import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '../support/capture.ts';
import { useLake } from '../support/lake.ts';
import { dewey, type Running, serve } from '../support/process.ts';
import { wayTo } from '../support/way.ts';

const lake = useLake();

type Json = Record<string, unknown>;
let dataDir: string;
let server: Running & { url: string };

const preset = (name: string, changes: Json = {}) => ({
  name,
  description: 'Nothing is pushed before the tests ran and the lessons were read.',
  enforcement: 'custom',
  gates: {
    teach: { required_tools: [] },
    learn: { required_tools: ['search_experiences'] },
    reason: { required_tools: ['client:Bash(npm test*)'] },
  },
  guards: [
    { calls: ['Bash(git push*)', 'mcp__github__merge_*'], phase: 'reason' },
    { calls: ['Write', 'Edit'], phase: 'learn', closed: 'ask', open: 'allow' },
  ],
  ...changes,
});

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dewey-gates-'));
  server = await serve({ DATABASE_URL: lake.url, DEWEY_DATA_DIR: dataDir });
});
afterAll(async () => {
  await server.end();
  await rm(dataDir, { recursive: true });
});

async function call(tool: string, input: Json): Promise<Json> {
  const answer = await fetch(`${server.url}/tools/${tool}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
  });
  const body = await answer.json();
  expect(answer.status, JSON.stringify(body)).toBe(200);
  return body as Json;
}

/** A real event of Claude Code, changed where the test needs it, through a real hook process. */
async function hook(
  name: string,
  file: string,
  changes: Json,
  { from = dataDir } = {},
): Promise<Json | undefined> {
  const event = JSON.parse(await readFile(fixture(`claude-code/hooks/${file}.json`), 'utf8'));
  const running = dewey(['hook', name], { DEWEY_DATA_DIR: from });
  running.child.stdin.end(JSON.stringify({ ...event, ...changes }));
  expect(await running.ended, running.err()).toBe(0);
  return running.out() === '' ? undefined : JSON.parse(running.out());
}

let calls = 0;
const preToolUse = (session_id: string, tool_name: string, tool_input: Json, here = { from: dataDir }) =>
  hook(
    'PreToolUse',
    'PreToolUse',
    { session_id, tool_name, tool_input, tool_use_id: `toolu_${++calls}` },
    here,
  );
const postToolUse = (session_id: string, tool_name: string, tool_input: Json, tool_response: unknown) =>
  hook('PostToolUse', 'PostToolUse', {
    ...{ session_id, tool_name, tool_input, tool_response, tool_use_id: `toolu_${++calls}` },
  });
const push = { command: 'cd app && git push origin main', description: 'Publish' };
const decision = (output: Json | undefined) => (output?.hookSpecificOutput as Json)?.permissionDecision;
const reason = (output: Json | undefined) => (output?.hookSpecificOutput as Json)?.permissionDecisionReason;

describe('a guarded call of Claude Code', () => {
  it('is denied with the missing step named, and left to the usual permissions after it', async () => {
    await call('import_data', { data: preset('ship') });
    await hook('SessionStart', 'SessionStart', { session_id: 'one' });
    const { session_id } = await call('apply_preset', { preset_name: 'ship' });
    await postToolUse(
      'one',
      'mcp__dewey__apply_preset',
      { preset_name: 'ship' },
      JSON.stringify({ session_id }),
    );

    const refused = await preToolUse('one', 'Bash', push);
    expect(refused).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason:
          'The preset ship guards Bash(git push*) until its reason gate is open. Run Bash(npm test*) (reason) successfully. The session_id is "one".',
      },
    });
    expect(await preToolUse('one', 'Bash', { command: 'git status' })).toBeUndefined();

    await hook('PostToolUseFailure', 'PostToolUseFailure', {
      ...{ session_id: 'one', tool_name: 'Bash', tool_input: { command: 'npm test' }, error: 'Exit code 1' },
      tool_use_id: 'toolu_failed',
    });
    expect(decision(await preToolUse('one', 'Bash', push))).toBe('deny');
    await postToolUse('one', 'Bash', { command: 'npm test -- --run' }, { stdout: '12 passed', stderr: '' });
    expect(await preToolUse('one', 'Bash', push)).toBeUndefined();
    expect(decision(await preToolUse('one', 'mcp__github__merge_pull_request', { id: 7 }))).toBeUndefined();

    await call('reset_workflow', { session_id: session_id as string });
    expect(decision(await preToolUse('one', 'Bash', { command: 'bash -c "git push --force"' }))).toBe('deny');
  }, 60_000);

  it('stays guarded when a weaker preset is applied in another session of the same agent', async () => {
    const { session_id } = await call('apply_preset', { preset_name: 'ship', session_id: 'loose' });
    await hook('SessionStart', 'SessionStart', { session_id: 'loose' });
    const other = await call('apply_preset', { preset_name: 'minimal' });
    expect(other.session_id).not.toBe(session_id);
    const answer = JSON.stringify({ session_id: other.session_id });
    await postToolUse('loose', 'mcp__dewey__apply_preset', { preset_name: 'minimal' }, answer);
    expect(decision(await preToolUse('loose', 'Bash', push))).toBe('deny');
  }, 60_000);

  it('asks, and then allows, as the guard says; a search without results opens nothing', async () => {
    await call('apply_preset', { preset_name: 'ship', session_id: 'two' });
    await hook('SessionStart', 'SessionStart', { session_id: 'two' });
    const file = { file_path: '/src/app.ts', content: 'x' };
    const asked = await preToolUse('two', 'Write', file);
    expect(decision(asked)).toBe('ask');
    expect(reason(asked)).toContain('Call search_experiences (learn) with this session_id.');
    await call('search_experiences', { query: 'zyzzogeton', session_id: 'two' });
    expect(decision(await preToolUse('two', 'Write', file))).toBe('ask');
    await call('record_experience', {
      ...{ type: 'effective', domain: 'Process', situation: 'Releases broke on Fridays' },
      ...{ approach: 'Released on Mondays', outcome: 'No broken weekends', reasoning: 'People were there' },
    });
    await call('search_experiences', { query: 'releases broke', session_id: 'two' });
    expect(decision(await preToolUse('two', 'Write', file))).toBe('allow');
  }, 60_000);

  it('passes or waits as the preset says while no server answers', async () => {
    await call('import_data', { data: preset('careful', { when_unavailable: 'deny' }) });
    for (const [session_id, preset_name] of [
      ['three', 'ship'],
      ['four', 'careful'],
    ] as const) {
      await call('apply_preset', { preset_name, session_id });
      await hook('SessionStart', 'SessionStart', { session_id });
    }
    const announced = join(dataDir, 'server.json');
    const address = await readFile(announced, 'utf8');
    await writeFile(announced, address.replace(/:\d+"/, ':9"'));
    expect(await preToolUse('three', 'Bash', push)).toBeUndefined();
    const denied = await preToolUse('four', 'Bash', push);
    expect(decision(denied)).toBe('deny');
    expect(reason(denied)).toMatch(/^The preset careful guards this call, and Dewey could not be asked: /);
    expect(await preToolUse('four', 'Bash', { command: 'ls' })).toBeUndefined();
    await writeFile(announced, address);
  }, 60_000);

  it('is the only one that the server is asked about: no other waits for an answer', async () => {
    await call('apply_preset', { preset_name: 'ship', session_id: 'five' });
    await hook('SessionStart', 'SessionStart', { session_id: 'five' });
    let asked = 0;
    const refusing = createServer((socket) => {
      asked += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
    const announced = join(dataDir, 'server.json');
    const address = await readFile(announced, 'utf8');
    const { port } = refusing.address() as AddressInfo;
    await writeFile(announced, address.replace(/:\d+"/, `:${port}"`));
    expect(await preToolUse('five', 'Bash', { command: 'ls' })).toBeUndefined();
    expect(await preToolUse('five', 'Read', { file_path: '/tmp/notes.md' })).toBeUndefined();
    expect(asked).toBe(0);
    await preToolUse('five', 'Bash', push);
    expect(asked).toBeGreaterThan(0);
    await writeFile(announced, address);
    refusing.close();
  }, 60_000);

  it('is judged when the event cannot be kept, or the kept guards are damaged', async () => {
    const denied = async (session_id: string) => decision(await preToolUse(session_id, 'Bash', push));
    await call('import_data', { data: preset('firm', { when_unavailable: 'deny' }) });
    await call('apply_preset', { preset_name: 'firm', session_id: 'six' });
    await hook('SessionStart', 'SessionStart', { session_id: 'six' });
    const kept = join(dataDir, 'guards', `${createHash('sha256').update('six').digest('hex')}.json`);
    await writeFile(kept, (await readFile(kept, 'utf8')).slice(0, 40));
    expect(await denied('six')).toBe('deny');
    expect(JSON.parse(await readFile(kept, 'utf8'))).toMatchObject({ guards: [{ preset: 'firm' }] });

    // A hook with a spool that cannot be written, as on a full disk.
    const broken = await mkdtemp(join(tmpdir(), 'dewey-gates-'));
    await cp(join(dataDir, 'guards'), join(broken, 'guards'), { recursive: true });
    await writeFile(join(broken, 'spool'), 'not a folder');
    const running = dewey(['hook', 'PreToolUse'], { DEWEY_DATA_DIR: broken });
    running.child.stdin.end(JSON.stringify({ session_id: 'six', tool_name: 'Bash', tool_input: push }));
    expect(await running.ended).toBe(0);
    expect(running.err()).toContain('PreToolUse was not captured');
    expect(decision(JSON.parse(running.out()))).toBe('deny');
    await rm(broken, { recursive: true });
  }, 60_000);

  it('passes or waits as the preset says while the database does not answer', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dewey-gates-'));
    const way = await wayTo(lake.url);
    await way.mend();
    const other = await serve({ DATABASE_URL: way.url, DEWEY_DATA_DIR: folder });
    const here = { from: folder };
    for (const [session_id, preset_name] of [
      ['seven', 'ship'],
      ['eight', 'firm'],
    ] as const) {
      await call('apply_preset', { preset_name, session_id });
      await hook('SessionStart', 'SessionStart', { session_id }, here);
    }
    way.cut();
    expect(await preToolUse('seven', 'Bash', push, here)).toBeUndefined();
    const refused = await preToolUse('eight', 'Bash', push, here);
    expect(decision(refused)).toBe('deny');
    expect(reason(refused)).toContain('The preset firm guards this call, and Dewey could not be asked');
    await other.end();
    await rm(folder, { recursive: true });
  }, 60_000);

  it('is guarded in every session by the preset of DEWEY_GATES', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dewey-gates-'));
    const other = await serve({ DATABASE_URL: lake.url, DEWEY_DATA_DIR: folder, DEWEY_GATES: 'ship' });
    const start = dewey(['hook', 'SessionStart'], { DEWEY_DATA_DIR: folder });
    start.child.stdin.end(JSON.stringify({ session_id: 'five', source: 'startup' }));
    expect(await start.ended).toBe(0);
    const ask = dewey(['hook', 'PreToolUse'], { DEWEY_DATA_DIR: folder });
    ask.child.stdin.end(JSON.stringify({ session_id: 'five', tool_name: 'Bash', tool_input: push }));
    expect(await ask.ended).toBe(0);
    expect(JSON.parse(ask.out())).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
    await other.end();
    await rm(folder, { recursive: true });
  }, 60_000);
});
