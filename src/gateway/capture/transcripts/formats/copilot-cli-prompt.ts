import { field, textField } from '../../messages/captured.ts';

/** A prompt, or something attached to it. */
export type PromptPart = { content: string; kind: string };

/**
 * What a user's message holds: the text that was typed, and what was attached to it. Files are named, a selection is there
 * with its text.
 *
 * @param isOfAgent the message is of a subagent, which another agent gives its task.
 */
export function promptParts(data: unknown, isOfAgent: boolean): PromptPart[] {
  // Skills, schedules, notifications and the autopilot enter text with the same type of event.
  const from = textField(data, 'source') ?? 'user';
  const isTyped = from === 'user' || (isOfAgent && from.startsWith('agent-'));
  const kind = isTyped && field(data, 'isAutopilotContinuation') !== true ? 'prompt' : 'meta';
  const text = { content: textField(data, 'content') ?? '', kind };
  const attachments = field(data, 'attachments');
  const attached = (Array.isArray(attachments) ? attachments : []).map((one: unknown) => ({
    content: attachmentText(one),
    kind: 'attachment',
  }));
  return [text, ...attached].filter(({ content }) => content !== '');
}

function attachmentText(attachment: unknown): string {
  const type = textField(attachment, 'type') ?? 'attachment';
  const name =
    textField(attachment, 'path') ??
    textField(attachment, 'filePath') ??
    textField(attachment, 'displayName') ??
    textField(attachment, 'url') ??
    textField(attachment, 'title') ??
    '';
  const text = textField(attachment, 'text');
  return `[${type} ${name}`.trimEnd().concat(']', text ? `\n${text}` : '');
}
