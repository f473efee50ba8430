import { field, textField } from '../../messages/captured.ts';
import { type Fields, isEmpty, listAt, textOr, without } from './record-values.ts';
import { fieldsOf } from './records.ts';

/** The content of the messages of ChatGPT, which is of many types. */

/** What is not said in a conversation, and is named where it is left out. */
export const asides: Readonly<Record<string, string>> = {
  user_editable_context: 'custom instructions',
  model_editable_context: 'what the memory of ChatGPT told the model',
};

/** Texts of the types without `parts`, the first of which is the content. */
const textFields = ['text', 'result', 'output_str', 'content', 'summary', 'snippet'];

/** Parts are texts, or objects for images, sound and files, which are named in brackets. */
export function partsOf(content: unknown): string {
  const parts = field(content, 'parts');
  if (!Array.isArray(parts))
    return textFields.map((name) => textOr(field(content, name))).find((text) => text !== undefined) ?? '';
  return parts
    .map((part: unknown) => (typeof part === 'string' ? part : (textField(part, 'text') ?? nameOf(part))))
    .filter((text) => text !== '')
    .join('\n');
}

const nameOf = (part: unknown): string =>
  `[${(textField(part, 'content_type') ?? 'file').replace(/_asset_pointer$/, '')}]`;

/** What was thought: a text, or steps with a summary where the thought itself is not kept. */
export function thoughtsOf(content: unknown): string {
  const thoughts = field(content, 'thoughts');
  if (typeof thoughts === 'string') return thoughts;
  return listAt(content, 'thoughts')
    .flatMap((thought) => textOr(field(thought, 'content')) ?? textOr(field(thought, 'summary')) ?? [])
    .join('\n');
}

/** Of the service, not of what was said. */
const technical = [
  ...['is_visually_hidden_from_conversation', 'model_slug', 'default_model_slug', 'request_id', 'timestamp_'],
  ...['message_type', 'parent_id', 'finish_details', 'is_complete', 'turn_exchange_id', 'can_save'],
  ...['serialization_metadata', 'message_source', 'rebase_developer_message', 'rebase_system_message'],
];

/** Everything else that is said of a message: its files, what it cites, the canvas that it changed. */
export function restOfMessage(message: unknown): Fields {
  const content = fieldsOf(field(message, 'content'));
  const author = fieldsOf(field(message, 'author'));
  const told = Object.entries(without(fieldsOf(field(message, 'metadata')), ...technical));
  const text = textFields.find((name) => textOr(content[name]) !== undefined);
  return {
    ...Object.fromEntries(told.filter(([, value]) => value !== false)),
    author: author.role === 'tool' ? undefined : author.name,
    author_metadata: author.metadata,
    channel: field(message, 'channel'),
    update_time: field(message, 'update_time'),
    parts: listAt(content, 'parts').filter((part) => typeof part !== 'string' && !isEmpty(part)),
    content: without(
      content,
      'content_type',
      'parts',
      ...(Array.isArray(content.parts) || !text ? [] : [text]),
    ),
  };
}

/** What is said of a conversation and has no field of ours. */
export function restOfConversation(conversation: unknown): Fields {
  const rest = without(
    fieldsOf(conversation),
    ...['mapping', 'title', 'id', 'conversation_id', 'create_time', 'update_time', 'current_node'],
    ...['moderation_results', 'default_model_slug'],
  );
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== false));
}
