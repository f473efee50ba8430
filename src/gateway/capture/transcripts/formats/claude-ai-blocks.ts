import { field, textField } from '../../messages/captured.ts';
import { type Fields, isEmpty, listAt, textOr, without } from './record-values.ts';
import { fieldsOf } from './records.ts';

/** The content of the messages of claude.ai. */

export type Block = unknown;

/** Older exports have only `text`; a message of nothing that is read in other ways has it, too. */
export function blocksOf(message: unknown): Block[] {
  const blocks = listAt(message, 'content').filter((block) => !isEmpty(block));
  const says = blocks.some((block) => readTypes.has(textField(block, 'type') ?? 'text'));
  const text = textOr(field(message, 'text'));
  return says || text === undefined ? blocks : [...blocks, { type: 'text', text }];
}

const readTypes = new Set(['text', 'thinking', 'tool_use', 'tool_result']);

/** A thought, or what is told of it where it is not kept. */
export const thoughtOf = (block: Block): string =>
  textOr(field(block, 'thinking')) ??
  listAt(block, 'summaries')
    .flatMap((one) => textOr(field(one, 'summary')) ?? [])
    .join('\n');

const always = ['type', 'start_timestamp', 'stop_timestamp', 'flags'];

export const callRest = (block: Block): Fields => without(fieldsOf(block), ...always, 'id', 'name', 'input');

/** What a result tells besides its text, such as the titles and addresses of what was found. */
export function resultRest(block: Block): Fields {
  const about = listAt(block, 'content')
    .map((item) => without(fieldsOf(item), 'text', 'uuid'))
    .filter((item) => Object.entries(item).some(([name, value]) => name !== 'type' && !isEmpty(value)));
  return {
    ...without(fieldsOf(block), ...always, 'name', 'content', 'tool_use_id', 'is_error'),
    content: about,
  };
}

/** The texts of a result; what has none is named in brackets. */
export function resultText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((item: unknown) => {
      if (typeof item === 'string') return item;
      const type = textField(item, 'type');
      const name = ['name', 'title', 'file_path', 'url'].flatMap((key) => textOr(field(item, key)) ?? [])[0];
      return textOr(field(item, 'text')) ?? (type ? `[${[type, name].filter(Boolean).join(' ')}]` : '');
    })
    .filter((text) => text !== '')
    .join('\n');
}

/** The texts of attachments are part of the message; files are only named. What else is said of either is metadata. */
export function filesOf(message: unknown): { texts: string[]; about: Fields } {
  const attachments = listAt(message, 'attachments').filter((item) => !isEmpty(item));
  const files = listAt(message, 'files').filter((item) => !isEmpty(item));
  const nameOf = (item: unknown) => textField(item, 'file_name') ?? '';
  return {
    texts: [
      ...attachments.map(
        (item) => `[attachment ${nameOf(item)}]\n${textField(item, 'extracted_content') ?? ''}`,
      ),
      ...files.map((item) => `[file ${nameOf(item)}]`),
    ],
    about: {
      attachments: attachments.map((item) => without(fieldsOf(item), 'extracted_content')),
      files,
    },
  };
}
