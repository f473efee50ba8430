import { field, textField } from '../../messages/captured.ts';
import { promptIn } from './cursor-agent-prompt.ts';
import { textOf } from './format.ts';
import { listAt } from './record-values.ts';

/**
 * What a message of the user says.
 *
 * @property typed the prompt without pictures.
 * @property around what Cursor put around it.
 */
export type UserMessage = {
  kind: 'prompt' | 'compact_summary' | 'meta' | 'context' | 'empty';
  said: string;
  typed: string;
  around: string;
  at: string | undefined;
};

/** @param options what Cursor notes about the message. */
export function userIn(blocks: readonly unknown[], options: unknown): UserMessage {
  const texts = blocks.map(textInBlock);
  const whole = texts.join('\n').trim();
  const hasQuery = whole.includes('<user_query>');
  const kind = kindOf(whole, options);
  if (kind !== 'prompt') return { kind, said: whole, typed: whole, around: '', at: undefined };
  // What surrounds a prompt may be in a block of its own.
  const isTyped = (text: string) => !hasQuery || text.includes('<user_query>');
  const others = texts.filter((text) => !isTyped(text));
  const { text: typed, around, at } = promptIn(texts.filter(isTyped).join('\n'));
  return {
    kind,
    typed,
    said: [typed, ...others.filter(isPicture)].filter(Boolean).join('\n'),
    around: [...others.filter((text) => !isPicture(text)), around].filter(Boolean).join('\n'),
    at,
  };
}

function kindOf(whole: string, options: unknown): UserMessage['kind'] {
  if (whole === '') return 'empty';
  if (field(options, 'isSummary') === true || whole.startsWith('[Previous conversation summary]'))
    return 'compact_summary';
  if (whole.includes('<user_query>') || !isTagged(whole)) return 'prompt';
  return whole.startsWith('<user_info>') ? 'context' : 'meta';
}

const isPicture = (text: string): boolean => /^\[\w+\]$/.test(text);

/** Pictures and files are named in brackets. */
const textInBlock = (block: unknown): string => textField(block, 'text') ?? textOf([block]);

/** Whether a text is between tags as a whole, as what Cursor itself says to a model is. */
const isTagged = (text: string): boolean => {
  const [, tag] = /^<([a-z_]+)[ >]/.exec(text) ?? [];
  return tag !== undefined && text.endsWith(`</${tag}>`);
};

/** The result of a call. */
export type ChatResult = { id: string; text: string; isError: boolean; isRejected: boolean };

export function resultIn(block: unknown, message: unknown): ChatResult {
  const told = field(field(field(message, 'providerOptions'), 'cursor'), 'highLevelToolCallResult');
  const output = field(told, 'output');
  const flags = [told, output, block].map((one) => field(one, 'isError'));
  return {
    id: textField(block, 'toolCallId') ?? textField(message, 'id') ?? '',
    text: resultText(block),
    isError: flags.includes(true) || field(output, 'error') !== undefined,
    isRejected: ['rejected', 'aborted'].some((name) => field(output, name) !== undefined),
  };
}

function resultText(block: unknown): string {
  const result = field(block, 'result') ?? field(block, 'output');
  if (typeof result === 'string' && result !== '') return result;
  const shown = textOf(listAt(block, 'experimental_content'));
  if (shown !== '') return shown;
  return textOf(result) || (result === undefined || result === '' ? '' : JSON.stringify(result));
}
