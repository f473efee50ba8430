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
import { type Node, visibleBranch } from './chatgpt-branch.ts';
import { asides, partsOf, restOfConversation, restOfMessage, thoughtsOf } from './chatgpt-content.ts';
import { exported, modelFact } from './facts.ts';
import type { Format } from './format.ts';
import { listAt } from './record-values.ts';
import { restOf } from './records.ts';

/**
 * ChatGPT's data export, `conversations.json` or numbered parts of it: an array of conversations, each a tree. The branch the user saw last runs
 * from the root to `current_node`; branches abandoned by editing a prompt are not imported.
 */
const chatgpt: Format = {
  name: 'chatgpt',
  unit: 'element',
  live: false,
  recognise: (sample) => sample.some((value) => conversationsIn(value).some(isConversation)),
  parser: () => ({
    push: (value) => conversationsIn(value).flatMap(read),
    state: () => undefined,
  }),
};

export default chatgpt;

/** Some exports have the list in an object. */
const conversationsIn = (value: unknown): unknown[] => {
  const listed = listAt(value, 'conversations');
  return listed.some(isConversation) ? listed : [value];
};

const isConversation = (value: unknown): boolean =>
  typeof field(value, 'mapping') === 'object' && field(value, 'mapping') !== null;

function read(conversation: unknown): Captured[] {
  const mapping = field(conversation, 'mapping');
  const id = textField(conversation, 'conversation_id') ?? textField(conversation, 'id');
  if (typeof mapping !== 'object' || mapping === null || id === undefined)
    return [skip('not a conversation')];
  const source: Source = {
    key: `chatgpt:${id}`,
    sessionId: id,
    metadata: compact({
      source: 'chatgpt',
      title: field(conversation, 'title'),
      imported_from: restOf(restOfConversation(conversation)),
    }),
    startedAt: isoTime(field(conversation, 'create_time')),
  };
  const nodes = new Map(
    Object.entries(mapping).map(([key, node], order): [string, Node] => [
      key,
      { id: key, parent: textField(node, 'parent'), message: field(node, 'message'), order },
    ]),
  );
  const branch = visibleBranch(nodes, textField(conversation, 'current_node'));
  const at = isoTime(field(conversation, 'update_time')) ?? source.startedAt;
  const out: Captured[] = exported(source, conversation, { title: 'title', at });
  const models = new Set<string>();
  let thinking = '';
  let answer: CapturedMessage | undefined;
  for (const node of branch) {
    const made = readMessage(source, node);
    const model = textField(field(node.message, 'metadata'), 'model_slug');
    if (model !== undefined && made.type === 'message') models.add(model);
    if (made.type === 'thinking') thinking += (thinking ? '\n' : '') + made.text;
    else {
      if (made.type === 'message' && made.role === 'assistant' && thinking !== '') {
        made.metadata.thinking = thinking;
        thinking = '';
      }
      if (made.type === 'message' && made.role === 'assistant') answer = made;
      out.push(made);
    }
  }
  // Thoughts that no answer followed, as when it was stopped.
  if (thinking !== '') {
    if (answer) answer.metadata.thinking = [answer.metadata.thinking, thinking].filter(Boolean).join('\n');
    else out.push(skip('thinking without text'));
  }
  if (models.size > 0) out.push({ type: 'about', source, facts: { usage: [...models].map(modelFact) } });
  const dead = nodes.size - branch.length;
  for (let i = 0; i < dead; i += 1) out.push(skip('other branch'));
  return out;
}

function readMessage(source: Source, node: Node): Captured | { type: 'thinking'; text: string } {
  const { message } = node;
  if (message === null || message === undefined) return skip('no message');
  const author = textField(field(message, 'author'), 'role');
  const metadata = field(message, 'metadata');
  const content = field(message, 'content');
  const type = textField(content, 'content_type') ?? 'text';
  if (Object.hasOwn(asides, type)) return skip(asides[type] ?? type);
  if (field(metadata, 'is_visually_hidden_from_conversation') === true) return skip('hidden');
  if (type === 'thoughts' || type === 'reasoning_recap') {
    const text = thoughtsOf(content);
    return text === '' ? skip(type) : { type: 'thinking', text };
  }
  const text = partsOf(content);
  if (text === '') return skip('empty');
  const recipient = textField(message, 'recipient') ?? 'all';
  const base: Omit<CapturedMessage, 'role' | 'content' | 'metadata'> = {
    type: 'message',
    source,
    id: node.id,
    createdAt: isoTime(field(message, 'create_time')),
    fullness: fullness.record,
  };
  const about = {
    source: 'chatgpt',
    model: field(metadata, 'model_slug'),
    interrupted: field(message, 'status') === 'in_progress' ? true : undefined,
    imported_from: restOf(restOfMessage(message)),
  };
  if (author === 'assistant' && recipient !== 'all')
    return {
      ...base,
      role: 'assistant',
      content: '',
      call: { name: recipient, input: text },
      metadata: compact({ ...about, kind: 'tool_use', tool: recipient }),
    };
  if (author === 'tool')
    return {
      ...base,
      role: 'tool',
      content: text,
      metadata: compact({ ...about, kind: 'tool_result', tool: field(field(message, 'author'), 'name') }),
    };
  if (author !== 'user' && author !== 'assistant') return skip(author ?? 'no author');
  return {
    ...base,
    role: author,
    content: text,
    metadata: compact({ ...about, kind: author === 'user' ? 'prompt' : 'text' }),
  };
}

/** @param seconds since 1970, with fractions. */
const isoTime = (seconds: unknown): string | undefined =>
  typeof seconds === 'number' && Math.abs(seconds) < 8e12
    ? new Date(seconds * 1000).toISOString()
    : undefined;
