import {
  type Captured,
  type CapturedMessage,
  compact,
  field,
  fullness,
  type Source,
  skip,
  textField,
} from '../../messages/captured.ts';
import { isOwnTool, ownResult } from '../../messages/own-tools.ts';
import {
  type Block,
  blocksOf,
  callRest,
  filesOf,
  resultRest,
  resultText,
  thoughtOf,
} from './claude-ai-blocks.ts';
import { exported } from './facts.ts';
import type { Format } from './format.ts';
import { type Fields, without } from './record-values.ts';
import { fieldsOf, restOf } from './records.ts';

/**
 * claude.ai's data export: an array of conversations with `chat_messages`. Versions of an edited prompt share a parent;
 * the export does not record which was seen last, so all are kept, in order.
 */
const claudeAi: Format = {
  name: 'claude-ai',
  unit: 'element',
  live: false,
  recognise: (sample) => sample.some((value) => Array.isArray(field(value, 'chat_messages'))),
  parser: () => ({ push: read, state: () => undefined }),
};

export default claudeAi;

function read(conversation: unknown): Captured[] {
  const id = textField(conversation, 'uuid');
  const messages = field(conversation, 'chat_messages');
  if (id === undefined || !Array.isArray(messages)) return [skip('not a conversation')];
  if (messages.length === 0) return [skip('empty conversation')];
  const rest = without(fieldsOf(conversation), 'uuid', 'name', 'chat_messages', 'created_at', 'updated_at');
  const source: Source = {
    key: `claude-ai:${id}`,
    sessionId: id,
    project: textField(field(conversation, 'project'), 'name'),
    metadata: compact({
      source: 'claude-ai',
      title: field(conversation, 'name'),
      imported_from: restOf(rest),
    }),
    startedAt: textField(conversation, 'created_at'),
  };
  const at = textField(conversation, 'updated_at') ?? source.startedAt;
  return [
    ...exported(source, conversation, { title: 'name', at }),
    ...messages.flatMap((message: unknown) => readMessage(source, message)),
  ];
}

/** Read in other ways. */
const ownFields = ['uuid', 'text', 'content', 'sender', 'created_at', 'updated_at', 'parent_message_uuid'];

type Part = Pick<CapturedMessage, 'role' | 'content'> & Partial<CapturedMessage>;

/** The texts, calls and results of a message, each a message of ours. */
export function readMessage(source: Source, message: unknown): Captured[] {
  const uuid = textField(message, 'uuid');
  const sender = textField(message, 'sender');
  if (uuid === undefined || (sender !== 'human' && sender !== 'assistant')) return [skip('not a message')];
  const out: CapturedMessage[] = [];
  const { texts, about } = filesOf(message);
  /** What the next part carries besides its text. */
  let carried: Fields = { ...without(fieldsOf(message), ...ownFields, 'attachments', 'files'), ...about };
  let thoughts: string[] = [];
  const carry = (name: string, more: readonly unknown[]) => {
    const before = carried[name];
    carried = { ...carried, [name]: [...(Array.isArray(before) ? before : []), ...more] };
  };
  const add = (part: Part, about: object, rest: Fields = {}) => {
    out.push({
      type: 'message',
      source,
      id: out.length === 0 ? uuid : `${uuid}#${out.length}`,
      createdAt: textField(message, 'created_at'),
      fullness: fullness.record,
      ...part,
      metadata: compact({
        source: 'claude-ai',
        ...about,
        thinking: thoughts.join('\n'),
        parent_uuid: field(message, 'parent_message_uuid'),
        imported_from: restOf({ ...carried, ...rest }),
      }),
    });
    thoughts = [];
    carried = {};
  };
  const role = sender === 'human' ? 'user' : 'assistant';
  const kind = sender === 'human' ? 'prompt' : 'text';
  let said: string[] = [];
  const flush = () => {
    if (said.length > 0) add({ role, content: said.join('\n\n') }, { kind });
    said = [];
  };
  const reading: Record<string, (block: Block) => void> = {
    text: (block) => {
      const text = textField(block, 'text') ?? '';
      if (text !== '') said.push(text);
      const cited = field(block, 'citations');
      if (Array.isArray(cited) && cited.length > 0) carry('citations', cited);
    },
    thinking: (block) => {
      const thought = thoughtOf(block);
      if (thought !== '') thoughts.push(thought);
    },
    tool_use: (block) => {
      flush();
      const name = textField(block, 'name') ?? 'unknown';
      const callId = textField(block, 'id');
      const call = { id: callId, name, input: field(block, 'input') };
      const about = { kind: 'tool_use', tool: name, tool_use_id: callId };
      add({ role: 'assistant', content: '', call }, about, callRest(block));
    },
    tool_result: (block) => {
      flush();
      const name = textField(block, 'name') ?? '';
      const isOwn = isOwnTool(name);
      const about = {
        kind: 'tool_result',
        tool: name,
        tool_use_id: field(block, 'tool_use_id'),
        is_error: field(block, 'is_error') === true ? true : undefined,
      };
      const content = isOwn ? ownResult(name) : resultText(field(block, 'content'));
      add({ role: 'tool', content }, about, isOwn ? {} : resultRest(block));
    },
  };
  for (const block of blocksOf(message)) {
    const type = textField(block, 'type') ?? 'text';
    const known = Object.hasOwn(reading, type) ? reading[type] : undefined;
    if (known) known(block);
    else carry('other_blocks', [block]);
  }
  said.push(...texts);
  flush();
  const last = out.at(-1);
  if (!last) return [skip(thoughts.length > 0 ? 'thinking without text' : 'empty')];
  // What came after the last text, or was thought without one.
  if (thoughts.length > 0)
    last.metadata.thinking = [last.metadata.thinking, ...thoughts].filter(Boolean).join('\n');
  const rest = restOf({ ...fieldsOf(last.metadata.imported_from), ...carried });
  if (rest) last.metadata.imported_from = rest;
  return out;
}
