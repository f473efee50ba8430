import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cursorStore } from './formats-cursor.ts';
import { geminiCheckpoint, geminiLog } from './formats-gemini.ts';
import { gooseStore, opencodeFiles, opencodeStore, zedStore } from './formats-stores.ts';
import { bytesPerMessage, type Made, type Maker, messagesPerSession, prose } from './formats-text.ts';

const fixtures = fileURLToPath(new URL('../test/fixtures/capture/', import.meta.url));

type Copied = {
  /** Fixture files, and where copy `n` of each goes. */
  files: Record<string, (tag: string) => string>;
  /** Identities of conversations, which are told apart by their last characters. */
  ids: string[];
  /** A text of a message that is lengthened. */
  text: string;
  messages: number;
  /** Makes a session of several of them; by default, each message is there once. */
  repeat?: (content: string, times: number) => string;
};

/** A number for each text of each session, as no two messages say the same. */
const textOf = (session: number, i: number): number => session * 1000 + i;

/** Copies of fixture files, as many as needed. */
const copies =
  ({ files, ids, text, messages, repeat }: Copied): Maker =>
  async (folder, wanted) => {
    const times = repeat ? Math.round(messagesPerSession / messages) : 1;
    const sources = await Promise.all(
      Object.entries(files).map(async ([name, to]) => {
        const content = await readFile(join(fixtures, name), 'utf8');
        return { to, content: repeat ? repeat(content, times) : content };
      }),
    );
    if (!sources.some(({ content }) => content.includes(text)))
      throw new Error(`No fixture holds "${text}".`);
    const own = sources.reduce((sum, { content }) => sum + content.length, 0);
    const made: Made = { path: folder, bytes: 0, files: 0 };
    for (let n = 0; made.bytes < wanted; n += 1) {
      const tag = n.toString(16).padStart(6, '0');
      const length = (times * messages * bytesPerMessage - own) / times;
      for (const { to, content } of sources) {
        const tagged = ids.reduce((all, id) => all.replaceAll(id, `${id.slice(0, -6)}${tag}`), content);
        const [before = '', ...after] = tagged.split(text);
        // Not each time: some formats say things twice.
        const every = Math.max(1, after.length / times);
        const copy = after.reduce(
          (all, rest, i) => `${all}${text}${i % every < 1 ? ` ${prose(length, textOf(n, i))}` : ''}${rest}`,
          before,
        );
        const path = join(folder, to(tag));
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, copy);
        made.bytes += Buffer.byteLength(copy);
        made.files += 1;
      }
    }
    return made;
  };

/** Ids of messages and calls, and references to them. */
const inner =
  /"(?:id|uuid|parentUuid|parentId|messageId|callId|call_id|toolCallId|parentToolCallId|turn_id|requestId|responseId|tool_use_id|\$rewindTo)": ?"[^"]*/g;
const again = (text: string, k: number) => (k === 0 ? text : text.replace(inner, `$&-${k}`));

/** Lines but the first ones, which begin the session, and those that are cut off. */
const lines =
  (header: number) =>
  (content: string, times: number): string => {
    const all = content.slice(0, content.lastIndexOf('\n') + 1).split(/(?<=\n)/);
    const rest = all.slice(header).join('');
    return all.slice(0, header).join('') + Array.from({ length: times }, (_, k) => again(rest, k)).join('');
  };

/** The elements of an array. */
const elements = (content: string, times: number): string =>
  JSON.stringify(Array.from({ length: times }, (_, k) => JSON.parse(again(content, k))).flat());

/** The requests of a chat, or the messages of a session. */
const listIn =
  (name: string) =>
  (content: string, times: number): string => {
    const session = JSON.parse(content);
    return JSON.stringify({ ...session, [name]: JSON.parse(elements(JSON.stringify(session[name]), times)) });
  };

/** One JSON array or file of lines with many conversations, each made of the first of a fixture. */
const list =
  (
    { fixture, lines = false, messages }: { fixture: string; lines?: boolean; messages: number },
    conversation: (one: Record<string, unknown>, n: number, text: string) => object,
  ): Maker =>
  async (folder, wanted) => {
    const [first] = JSON.parse(await readFile(join(fixtures, fixture), 'utf8'));
    const path = join(folder, lines ? 'made.jsonl' : 'made.json');
    const file = await open(path, 'w');
    const own = JSON.stringify(first).length;
    let bytes = 0;
    for (let n = 0; bytes < wanted; n += 1) {
      const text = JSON.stringify(
        conversation(structuredClone(first), n, prose(messages * bytesPerMessage - own, n)),
      );
      const before = n === 0 ? '' : ',';
      bytes += (await file.write(lines ? `${text}\n` : `${n === 0 ? '[' : ''}${before}${text}`)).bytesWritten;
    }
    if (!lines) bytes += (await file.write(']')).bytesWritten;
    await file.close();
    return { path, bytes, files: 1 };
  };

/** One file with many runs. */
const aider: Maker = async (folder, wanted) => {
  const text = await readFile(join(fixtures, 'agents/aider/.aider.chat.history.md'), 'utf8');
  const [, run = ''] = text.split(/(?=^# aider chat started at \d)/m);
  const begins = run.indexOf('\n#### ');
  const [notices, rest] = [run.slice(0, begins), run.slice(begins)];
  const path = join(folder, '.aider.chat.history.md');
  const file = await open(path, 'w');
  let bytes = 0;
  for (let n = 0; bytes < wanted; n += 1) {
    const started = new Date(1_700_000_000_000 + n * 60_000).toISOString().slice(0, 19).replace('T', ' ');
    const words = (k: number) =>
      prose(19 * bytesPerMessage - rest.length, textOf(n, k)).replace(/(.{80}) /g, '$1\n');
    const turns = [0, 1, 2].map((k) => rest.replace('The atlas is overdue.', () => words(k))).join('');
    bytes += (await file.write(`\n${notices.replace('2026-10-13 09:00:00', started)}${turns}`)).bytesWritten;
  }
  await file.close();
  return { path, bytes, files: 1 };
};

/** The plain shape. */
const plain = (one: Record<string, unknown>, n: number, text: string) => ({
  id: `c${n}`,
  messages: (one.chat_messages as { sender: string; text: string }[]).map(({ sender, text: said }, i) => ({
    role: sender === 'human' ? 'user' : 'assistant',
    content: i === 1 ? text : said || 'Thanks.',
  })),
});

const codex = '0199f3a2-5c1e-7d40-9b7a-3f1e2d4c5b6a';
const gemini = '7f0d8c52-1b7e-4c4e-8a59-0c6f3e2b9d11';
const qwen = '3f0c6a52-9a41-4d0e-8a6e-2f6f0a5b7c11';
const cursorAgent = '8c1d5a70-2f4e-4b0c-9a6d-1e7f3b5c9d20';
const copilot = '6d1c1f9e-7f3e-4b6a-9d0f-0c4d7a1b2e33';
const chat = {
  log: 'b1f4c0d2-3a55-4f0e-8f64-2e9a7c6d5b44',
  snapshot: 'c2a5d1e3-4b66-4a1f-9a75-3fab8d7e6c55',
};
const claudeCode = 'dc03f604-b64f-44a2-971f-340aedefea71';
const task = 'agents/cline/saoudrizwan.claude-dev/tasks/1791500000000';
const overdue = 'The atlas is overdue.';

/** One for each registered format, and one for the older files of OpenCode. */
export const makers: Readonly<Record<string, Maker>> = {
  'claude-code': copies({
    files: { 'claude-code/session-long.jsonl': (tag) => `${tag}.jsonl` },
    ids: [claudeCode],
    text: 'Reading the README.',
    messages: 58,
  }),
  codex: copies({
    files: {
      [`other-agents/codex-rollout-2026-10-04T09-12-00-${codex}.jsonl`]: (tag) => `rollout-${tag}.jsonl`,
    },
    ids: [codex],
    text: 'How many loans are overdue in data/loans.csv?',
    messages: 15,
    repeat: lines(1),
  }),
  gemini: copies({
    files: {
      'other-agents/gemini-cli-session-2026-10-05T18-00-7f0d8c52.jsonl': (tag) => `session-${tag}.jsonl`,
    },
    ids: [gemini],
    text: 'Read README.md and pick one that fits.',
    messages: 8,
    repeat: lines(1),
  }),
  'gemini-json': copies({
    files: {
      [`agents/gemini/tmp/${'d23178e383d667c89ffacea50f6733f3f7b89dd74105a3b35acc70cb1e894e20'}/chats/session-2025-09-10T09-00-bbbbbbbb.json`]:
        (tag) => `chats/session-${tag}.json`,
    },
    ids: ['bbbbbbbb-1b7e-4c4e-8a59-0c6f3e2b9d12'],
    text: 'It is open until five.',
    messages: 5,
    repeat: listIn('messages'),
  }),
  'gemini-log': geminiLog,
  'gemini-checkpoint': geminiCheckpoint,
  'qwen-code': copies({
    files: { [`agents/qwen-code/-home-ada-library/chats/${qwen}.jsonl`]: (tag) => `chats/${tag}.jsonl` },
    ids: [qwen],
    text: 'atlas,2026-09-01',
    messages: 10,
    repeat: lines(0),
  }),
  'copilot-cli': copies({
    files: { [`agents/copilot-cli/${copilot}/events.jsonl`]: (tag) => `${tag}/events.jsonl` },
    ids: [copilot],
    text: 'One file for each shelf.',
    messages: 11,
    repeat: lines(1),
  }),
  'cursor-agent': copies({
    files: {
      [`agents/cursor-agent/projects/home-ada-library/agent-transcripts/${cursorAgent}/${cursorAgent}.jsonl`]:
        (tag) => `agent-transcripts/${tag}/${tag}.jsonl`,
    },
    ids: [],
    text: 'The atlas is overdue.',
    messages: 11,
    repeat: lines(0),
  }),
  'vscode-chat': copies({
    files: {
      [`agents/vscode-chat/9f3a/chatSessions/${chat.snapshot}.json`]: (tag) =>
        `${tag}/chatSessions/${tag}.json`,
    },
    ids: [chat.snapshot],
    text: overdue,
    messages: 10,
    repeat: listIn('requests'),
  }),
  'vscode-chat-log': copies({
    files: {
      [`agents/vscode-chat/9f3a/chatSessions/${chat.log}.jsonl`]: (tag) => `${tag}/chatSessions/${tag}.jsonl`,
    },
    ids: [chat.log],
    text: overdue,
    messages: 10,
  }),
  cline: copies({
    files: {
      [`${task}/ui_messages.json`]: (tag) => `tasks/${tag}/ui_messages.json`,
      [`${task}/api_conversation_history.json`]: (tag) => `tasks/${tag}/api_conversation_history.json`,
    },
    ids: [],
    text: overdue,
    messages: 11,
    repeat: elements,
  }),
  aider,
  chatgpt: list({ fixture: 'other-agents/chatgpt-conversations.json', messages: 8 }, (one, n, text) => {
    const mapping = JSON.parse(JSON.stringify(one.mapping).replace('Plan a reading evening', `${text} Plan`));
    return { ...one, mapping, id: `c${n}`, conversation_id: `c${n}` };
  }),
  'claude-ai': list({ fixture: 'other-agents/claude-ai-conversations.json', messages: 6 }, (one, n, text) =>
    JSON.parse(
      JSON.stringify({ ...one, uuid: `c${n}` }).replaceAll('Here are the minutes of the board.', text),
    ),
  ),
  generic: list({ fixture: 'other-agents/claude-ai-conversations.json', lines: true, messages: 8 }, plain),
  'generic-array': list({ fixture: 'other-agents/claude-ai-conversations.json', messages: 8 }, plain),
  'opencode-files': opencodeFiles,
  opencode: opencodeStore,
  cursor: cursorStore,
  goose: gooseStore,
  zed: zedStore,
};
