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
import { exported } from './facts.ts';
import { type Format, textOf } from './format.ts';

/**
 * claude.ai's data export: an array of conversations with `chat_messages`. Versions of an edited prompt share a parent;
 * the export does not record which was seen last, so all are kept, in order.
 */
const claudeAi: Format = {
  name: 'claude-ai',
  unit: 'element',
  live: false,
  recognise: ([first]) => Array.isArray(field(first, 'chat_messages')),
  parser: () => ({ push: read, state: () => undefined }),
};

export default claudeAi;

function read(conversation: unknown): Captured[] {
  const id = textField(conversation, 'uuid');
  const messages = field(conversation, 'chat_messages');
  if (id === undefined || !Array.isArray(messages)) return [skip('not a conversation')];
  if (messages.length === 0) return [skip('empty conversation')];
  const source: Source = {
    key: `claude-ai:${id}`,
    sessionId: id,
    metadata: compact({ source: 'claude-ai', title: field(conversation, 'name') }),
    startedAt: textField(conversation, 'created_at'),
  };
  const at = textField(conversation, 'updated_at') ?? source.startedAt;
  return [
    ...exported(source, conversation, { title: 'name', at }),
    ...messages.flatMap((message: unknown) => readMessage(source, message)),
  ];
}

function readMessage(source: Source, message: unknown): Captured[] {
  const uuid = textField(message, 'uuid');
  const sender = textField(message, 'sender');
  if (uuid === undefined || (sender !== 'human' && sender !== 'assistant')) return [skip('not a message')];
  const out: CapturedMessage[] = [];
  let thinking: string | undefined;
  const add = (part: Pick<CapturedMessage, 'role' | 'content'> & Partial<CapturedMessage>, about: object) => {
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
        thinking,
        parent_uuid: field(message, 'parent_message_uuid'),
      }),
    });
    thinking = undefined;
  };
  const role = sender === 'human' ? 'user' : 'assistant';
  const kind = sender === 'human' ? 'prompt' : 'text';
  let said: string[] = [];
  const flush = () => {
    if (said.length > 0) add({ role, content: said.join('\n\n') }, { kind });
    said = [];
  };
  for (const block of blocksOf(message)) {
    const type = textField(block, 'type');
    if (type === 'thinking') thinking = textField(block, 'thinking');
    else if (type === 'tool_use') {
      flush();
      const name = textField(block, 'name') ?? 'unknown';
      const callId = textField(block, 'id');
      const call = { id: callId, name, input: field(block, 'input') };
      add({ role: 'assistant', content: '', call }, { kind: 'tool_use', tool: name, tool_use_id: callId });
    } else if (type === 'tool_result') {
      flush();
      const name = textField(block, 'name') ?? '';
      add(
        { role: 'tool', content: isOwnTool(name) ? ownResult(name) : textOf(field(block, 'content')) },
        {
          kind: 'tool_result',
          tool: name,
          tool_use_id: field(block, 'tool_use_id'),
          is_error: field(block, 'is_error') === true ? true : undefined,
        },
      );
    } else {
      const text = textField(block, 'text') ?? '';
      if (text !== '') said.push(text);
    }
  }
  said.push(...attached(message));
  flush();
  return out.length > 0 ? out : [skip('empty')];
}

/** Older exports have only `text`. */
function blocksOf(message: unknown): unknown[] {
  const content = field(message, 'content');
  return Array.isArray(content) && content.length > 0
    ? content
    : [{ type: 'text', text: textField(message, 'text') ?? '' }];
}

/** The texts of attachments are included in the message; files are only named. */
function attached(message: unknown): string[] {
  const list = (name: string): unknown[] => {
    const value = field(message, name);
    return Array.isArray(value) ? value : [];
  };
  return [
    ...list('attachments').map(
      (item) =>
        `[attachment ${textField(item, 'file_name') ?? ''}]\n${textField(item, 'extracted_content') ?? ''}`,
    ),
    ...list('files').map((item) => `[file ${textField(item, 'file_name') ?? ''}]`),
  ];
}
