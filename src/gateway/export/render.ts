import type { ExportedConversation, ExportedMessage, ExportItem } from '../../db/conversations/export.ts';

export const exportFormats = ['markdown', 'json', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Renders conversations as a stream of text. `dewey import` restores JSON and JSON lines exactly. */
export async function* rendered(
  items: AsyncIterable<ExportItem>,
  format: ExportFormat,
): AsyncGenerator<string> {
  const { begin, between, end, head, message, tail } = layouts[format];
  let conversations = 0;
  let messages = 0;
  yield begin;
  for await (const item of items)
    if ('conversation' in item) {
      yield (conversations > 0 ? tail + between : '') + head(item.conversation);
      conversations += 1;
      messages = 0;
    } else {
      yield message(item.message, messages === 0);
      messages += 1;
    }
  yield (conversations > 0 ? tail : '') + end;
}

type Layout = {
  begin: string;
  between: string;
  end: string;
  head(conversation: ExportedConversation): string;
  message(message: ExportedMessage, first: boolean): string;
  tail: string;
};

/** The start of a conversation object, up to its messages. */
const opening = (conversation: ExportedConversation): string =>
  `${JSON.stringify({ dewey_export: 1, ...conversation }).slice(0, -1)},"messages":[`;

const element = (message: ExportedMessage, first: boolean): string =>
  `${first ? '' : ','}${JSON.stringify(message)}`;

const heading = (conversation: ExportedConversation): string =>
  `# Conversation ${conversation.conversation_id}\n\n${[
    ['Session', conversation.session_id],
    ['Project', conversation.project],
    ['Started', conversation.created_at],
  ]
    .flatMap(([name, value]) => (value === null ? [] : `- ${name}: ${value}\n`))
    .join('')}\n`;

const section = (message: ExportedMessage): string =>
  `## ${message.turn} · ${message.role} · ${message.created_at}\n\n${message.content}\n\n`;

const layouts: Record<ExportFormat, Layout> = {
  markdown: { begin: '', between: '', end: '', head: heading, message: section, tail: '' },
  json: { begin: '[', between: ',\n', end: ']\n', head: opening, message: element, tail: ']}' },
  jsonl: { begin: '', between: '', end: '', head: opening, message: element, tail: ']}\n' },
};
