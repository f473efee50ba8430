import { field, textField } from '../../messages/captured.ts';
import { pathOf } from './vscode-chat-results.ts';

/** What is sent along without the user attaching it: the open editor, instructions, tools, the workspace. */
const automatic = /^(?:implicit|promptFile|promptText|tool|toolset|workspace)$/;

/** What the user attached to a prompt: files and the like are named, what was pasted is there with its text. */
export function attachmentsOf(request: unknown): string[] {
  const variables = field(field(request, 'variableData'), 'variables');
  return (Array.isArray(variables) ? variables : []).flatMap((entry: unknown) => {
    const kind = textField(entry, 'kind') ?? (field(entry, 'isFile') === true ? 'file' : undefined);
    if (kind === undefined || automatic.test(kind)) return [];
    const name = pathOf(field(entry, 'value')) ?? textField(entry, 'name') ?? '';
    const text =
      kind === 'paste'
        ? textField(entry, 'code')
        : kind === 'terminalCommand'
          ? [textField(entry, 'command'), textField(entry, 'output')].filter(Boolean).join('\n')
          : undefined;
    return [`[${kind} ${name}`.trimEnd().concat(']', text ? `\n${text}` : '')];
  });
}
