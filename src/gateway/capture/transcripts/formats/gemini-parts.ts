import { field, textField } from '../../messages/captured.ts';
import { textOf } from './format.ts';

/** The parts of a `Content`: a text, a list of parts, or one part. */
export function partsOf(content: unknown): unknown[] {
  if (Array.isArray(content)) return content;
  return content === undefined || content === null ? [] : [content];
}

/** The text of what was said, without thoughts; calls and results have messages of their own. */
export const saidIn = (parts: readonly unknown[]): string =>
  textOf(
    parts.map((part) => {
      if (field(part, 'thought') === true) return '';
      return field(part, 'inlineData') === undefined && field(part, 'fileData') === undefined
        ? part
        : { type: 'attachment' };
    }),
  );

export const thoughtIn = (parts: readonly unknown[]): string =>
  textOf(parts.filter((part) => field(part, 'thought') === true));

/** Text that Gemini CLI enters with role user and that is not part of the conversation. */
const scaffolding =
  /^\s*(<(session_context|hook_context)>|This is the Gemini CLI\. We are setting up the context)/;

/** What a text of role user is; undefined for scaffolding. */
export function inputKind(text: string): 'prompt' | 'compact_summary' | undefined {
  if (scaffolding.test(text)) return undefined;
  return /^\s*<state_snapshot>/.test(text) ? 'compact_summary' : 'prompt';
}

/** The calls in parts, as records of calls. */
export const callsIn = (parts: readonly unknown[]): unknown[] =>
  parts.flatMap((part) => field(part, 'functionCall') ?? []);

/** The results in parts, with the id of the call that each is of. */
export const resultsIn = (
  parts: readonly unknown[],
): { id: string; name: string | undefined; part: unknown }[] =>
  parts.flatMap((part) => {
    const response = field(part, 'functionResponse');
    const id = textField(response, 'id');
    return id === undefined ? [] : [{ id, name: textField(response, 'name'), part }];
  });
