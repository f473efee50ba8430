import { compact, field, textField } from '../../messages/captured.ts';
import { textOf } from './format.ts';

/** Text that Codex enters with role user and that is not part of the conversation. */
const scaffolding =
  /^\s*(<(environment_context|user_instructions|permissions|turn_aborted|INSTRUCTIONS|skill|recommended_plugins|goal_context|codex_internal_context|external_)|# AGENTS\.md|Warning: (The maximum number of unified exec|apply_patch was requested via|Your account was flagged))/i;

/** What it enters with role user and that reports something: a command of the user, a subagent's end, a hook's demand. */
const entered = /^\s*<(user_shell_command|subagent_notification|hook_prompt)\b/i;

/** What a message with role user is; undefined for scaffolding. */
export function inputKind(content: string): { kind: string; subtype?: string } | undefined {
  if (scaffolding.test(content)) return undefined;
  const [, subtype] = entered.exec(content) ?? [];
  return subtype === undefined ? { kind: 'prompt' } : { kind: 'meta', subtype: subtype.toLowerCase() };
}

/** A message of another agent of the same session. Its text may be encrypted; then there is none. */
export function agentMessage(payload: unknown) {
  const parts = field(payload, 'content');
  const readable = Array.isArray(parts)
    ? parts.filter((part: unknown) => textField(part, 'text') !== undefined)
    : parts;
  return {
    id: textField(payload, 'id'),
    content: textOf(readable),
    metadata: compact({
      kind: 'agent_message',
      from: textField(payload, 'author'),
      to: textField(payload, 'recipient'),
    }),
  };
}
