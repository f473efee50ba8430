import { field, textField } from '../../messages/captured.ts';
import { listAt } from './record-values.ts';

/** A text of a record, and what it is. */
export type Said = { kind: string; text: string; subtype?: string | undefined };

/** What stands for a picture or a file. */
export const attachment = '[attachment]';

/** What is around the context that a hook adds to a prompt, as the last part. */
const hookContext = ['<qwen:user-prompt-submit-context>\n', '\n</qwen:user-prompt-submit-context>'] as const;
const isHookContext = (text: string): boolean =>
  text.trim().startsWith(hookContext[0]) && text.trim().endsWith(hookContext[1]);

/** Records of role user that people typed or spoke; the CLI enters notifications and scheduled prompts with that role too. */
const typed = ['mid_turn_user_message', 'realtime_message'];

/**
 * What a record of role user says: the prompt as it was submitted, and what was put with it for the model, such as the files
 * that it names.
 */
export function saidByUser(line: unknown, parts: readonly string[]): Said[] {
  const subtype = textField(line, 'subtype');
  if (subtype !== undefined && !typed.includes(subtype))
    return [{ kind: 'meta', text: parts.join('\n'), subtype }];
  const last = parts.at(-1) ?? '';
  const isHooked = parts.length > 1 && isHookContext(last);
  const own = isHooked ? parts.slice(0, -1) : parts;
  const payload = field(line, 'systemPayload');
  const submitted =
    isHooked || typeof field(payload, 'hookContext') === 'string'
      ? textField(payload, 'displayText')
      : undefined;
  const hook = isHooked ? [{ kind: 'meta', text: last }] : [];
  const texts = own.filter((text) => text !== attachment);
  if (submitted === undefined || texts.join('\n') === submitted)
    return [{ kind: 'prompt', text: own.join('\n') }, ...hook];
  const marks = own.filter((text) => text === attachment);
  return [
    { kind: 'prompt', text: [submitted, ...marks].filter((text) => text !== '').join('\n') },
    { kind: 'attachment', text: texts.filter((text) => text !== submitted).join('\n') },
    ...hook,
  ];
}

/** What the model answers to a summary that takes the place of what was said. */
const acknowledged = /^Got it\. Thanks for the additional context/;

/** The summary in a record of a compression; one that only shortens results has none. */
export function summaryIn(payload: unknown): string | undefined {
  const history = listAt(payload, 'compressedHistory');
  const at = history.findIndex((content, i) => i > 0 && acknowledged.test(textIn(content)));
  const before = at > 0 ? history[at - 1] : undefined;
  return textField(before, 'role') === 'user' ? textIn(before) || undefined : undefined;
}

const textIn = (content: unknown): string =>
  listAt(content, 'parts')
    .map((part) => textField(part, 'text') ?? '')
    .join('\n')
    .trim();
