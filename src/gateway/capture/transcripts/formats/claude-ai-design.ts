import { type Captured, compact, field, type Source, skip, textField } from '../../messages/captured.ts';
import { readMessage } from './claude-ai.ts';
import { exported } from './facts.ts';
import type { Format } from './format.ts';
import { type Fields, listAt, textOr, without } from './record-values.ts';
import { fieldsOf, restOf } from './records.ts';

/**
 * A chat with Claude Design in claude.ai's data export: `design_chats/<uuid>.json`. A message has a `role`, and an object as
 * content: its text, or blocks of its own kinds.
 */
const claudeAiDesign: Format = {
  name: 'claude-ai',
  unit: 'element',
  live: false,
  recognise: (sample) => sample.some(isDesignChat),
  parser: () => ({ push: read, state: () => undefined }),
};

export default claudeAiDesign;

const isDesignChat = (value: unknown): boolean =>
  textField(value, 'uuid') !== undefined &&
  listAt(value, 'messages').some((message) => {
    const content = field(message, 'content');
    return textField(message, 'role') !== undefined && Object.keys(fieldsOf(content)).length > 0;
  });

function read(chat: unknown): Captured[] {
  const id = textField(chat, 'uuid');
  const messages = field(chat, 'messages');
  if (id === undefined || !Array.isArray(messages)) return [skip('not a conversation')];
  if (messages.length === 0) return [skip('empty conversation')];
  const rest = without(fieldsOf(chat), 'uuid', 'title', 'messages', 'created_at', 'updated_at');
  const source: Source = {
    key: `claude-ai:${id}`,
    sessionId: id,
    project: textField(field(chat, 'project'), 'name'),
    metadata: compact({ source: 'claude-ai', title: field(chat, 'title'), imported_from: restOf(rest) }),
    startedAt: textField(chat, 'created_at'),
  };
  const at = textField(chat, 'updated_at') ?? source.startedAt;
  return [
    ...exported(source, chat, { title: 'title', at }),
    ...messages.flatMap((message: unknown, i) => readMessage(source, likeOthers(message, `${id}-${i}`))),
  ];
}

const senders: Readonly<Record<string, string>> = { user: 'human', assistant: 'assistant' };

/** A message as other conversations of claude.ai have it. */
function likeOthers(message: unknown, id: string): Fields {
  const { content, role, uuid, created_at, ...others } = fieldsOf(message);
  const given = fieldsOf(content);
  const blocks = listAt(given, 'contentBlocks').flatMap(likeBlocks);
  const isSaid = blocks.some((block) => block.type === 'text');
  return {
    ...others,
    ...without(given, 'id', 'role', 'content', 'contentBlocks', 'attachments', 'timestamp'),
    uuid: textOr(uuid) ?? id,
    sender: senders[String(role)],
    content: isSaid ? blocks : [...blocks, { type: 'text', text: textOr(given.content) ?? '' }],
    attachments: listAt(given, 'attachments')
      .map(fieldsOf)
      .map(({ name, content: text, ...more }) => ({ ...more, file_name: name, extracted_content: text })),
    created_at: created_at ?? given.timestamp,
  };
}

function likeBlocks(block: unknown): Fields[] {
  const { type, text, toolCall, message } = fieldsOf(block);
  if (type === 'thinking') return [{ type, thinking: text }];
  if (type === 'error') return [{ type: 'text', text: `[error] ${textOr(message) ?? ''}` }];
  if (type === 'user_interjection')
    return [
      {
        type: 'text',
        text: `[said by the user meanwhile] ${textOr(message) ?? textField(message, 'content') ?? ''}`,
      },
    ];
  if (type !== 'tool_call') return [fieldsOf(block)];
  const { id, name, input, output, ...others } = fieldsOf(toolCall);
  return [
    { ...without(others, 'type'), type: 'tool_use', id, name, input },
    ...(output === undefined ? [] : [{ type: 'tool_result', tool_use_id: id, name, content: output }]),
  ];
}
