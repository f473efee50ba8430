import { field, textField } from '../../messages/captured.ts';
import { callOf, type Part, type TextPart } from './zed-calls.ts';

/** A message of a thread; one without parts is named by what it is instead. */
export type Turn = { role: 'user' | 'assistant'; parts: Part[]; empty?: string };

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The messages of a thread, or undefined if its version is unknown. */
export function turnsOf(thread: unknown): Turn[] | undefined {
  const version = field(thread, 'version');
  const messages = listOf(field(thread, 'messages'));
  if (version === '0.3.0') return messages.map(turnOf);
  if (version === undefined || version === '0.1.0' || version === '0.2.0') return olderTurns(messages);
  return undefined;
}

/** Since 0.3.0, a message is named by its kind. */
function turnOf(message: unknown): Turn {
  const user = field(message, 'User');
  if (user !== undefined) return { role: 'user', parts: userParts(listOf(field(user, 'content'))) };
  const agent = field(message, 'Agent');
  const results = field(agent, 'tool_results');
  if (agent !== undefined)
    return {
      role: 'assistant',
      parts: listOf(field(agent, 'content')).flatMap((content) => agentParts(content, results)),
    };
  const compaction = field(message, 'Compaction');
  const summary = textField(compaction, 'Summary');
  if (summary !== undefined) return { role: 'user', parts: [{ kind: 'summary', text: summary }] };
  // A provider that compacts by itself keeps what it made to itself.
  if (compaction !== undefined) return { role: 'user', parts: [], empty: 'compaction' };
  return { role: 'user', parts: [], empty: message === 'Resume' ? 'resumed' : 'unknown message' };
}

/** What a user mentions stays in its place by name; its text follows. */
function userParts(contents: readonly unknown[]): Part[] {
  const attached: Part[] = [];
  const texts = contents.map((content) => {
    const text = textField(content, 'Text');
    if (text !== undefined) return text;
    const mention = field(content, 'Mention');
    if (mention === undefined) return field(content, 'Image') === undefined ? '' : '[image]';
    const name = mentioned(field(mention, 'uri'));
    attached.push({ kind: 'attachment', name, text: textField(mention, 'content') ?? '' });
    return `[${name}]`;
  });
  return [{ kind: 'text', text: texts.join('') }, ...attached];
}

/** The path, name or address of a mention, which is an object named by its kind. */
function mentioned(uri: unknown): string {
  if (typeof uri === 'string') return uri;
  const [kind, about] = Object.entries(uri ?? {})[0] ?? [];
  const keys = ['abs_path', 'path', 'file_path', 'url', 'name'];
  const named = keys.map((key) => textField(about, key)).find((text) => text !== undefined);
  return [kind?.toLowerCase() ?? 'mention', named].filter(Boolean).join(' ');
}

function agentParts(content: unknown, results: unknown): Part[] {
  const text = textField(content, 'Text');
  if (text !== undefined) return [{ kind: 'text', text }];
  const thinking = textField(field(content, 'Thinking'), 'text');
  if (thinking !== undefined) return [{ kind: 'thinking', text: thinking }];
  const call = field(content, 'ToolUse');
  const id = textField(call, 'id');
  // The input of a call that is still being written may be incomplete.
  if (id === undefined || field(call, 'is_input_complete') === false) return [];
  const result = Object.hasOwn(Object(results), id) ? field(results, id) : undefined;
  // Some providers begin again to count their calls.
  const isOther = (textField(result, 'tool_name') ?? textField(call, 'name')) !== textField(call, 'name');
  return [callOf(call, id, isOther ? undefined : result)];
}

/** Until 0.2.0, calls and results lie beside the text; until 0.1.0, results lie in the message after. */
function olderTurns(messages: readonly unknown[]): Turn[] {
  const turns: Turn[] = [];
  for (const [i, message] of messages.entries()) {
    const role = textField(message, 'role');
    const holdsResults = listOf(field(message, 'tool_results')).length > 0;
    const isResults = role === 'user' && holdsResults && turns.length > 0;
    if (isResults || (role !== 'user' && role !== 'assistant')) {
      turns.push({ role: 'user', parts: [], empty: isResults ? 'results' : (role ?? 'unknown message') });
      continue;
    }
    const results = new Map(
      [messages[i + 1], message].flatMap((one) =>
        listOf(field(one, 'tool_results')).map((result) => [textField(result, 'tool_use_id'), result]),
      ),
    );
    const calls = listOf(field(message, 'tool_uses')).map((call) => {
      const id = textField(call, 'id') ?? '';
      return callOf(call, id, results.get(id));
    });
    turns.push({ role, parts: [...olderTexts(message, role), ...calls] });
  }
  return turns;
}

function olderTexts(message: unknown, role: Turn['role']): Part[] {
  const whole = textField(message, 'text');
  const segments = whole === undefined ? listOf(field(message, 'segments')) : [{ type: 'text', text: whole }];
  const parts = segments.flatMap((segment): TextPart[] => {
    const text = textField(segment, 'text');
    if (text === undefined) return []; // thinking that the provider encrypted
    return [{ kind: textField(segment, 'type') === 'thinking' ? 'thinking' : 'text', text }];
  });
  if (role === 'assistant') return parts;
  const text = parts.map((part) => part.text).join('');
  const context = textField(message, 'context') ?? '';
  const kind = field(message, 'is_hidden') === true ? 'note' : 'text';
  if (text === '' || context === '') return [{ kind, text: text || context }];
  return [
    { kind, text },
    { kind: 'attachment', name: 'context', text: context },
  ];
}
