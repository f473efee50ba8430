import { field, textField } from '../../messages/captured.ts';
import { pathOf, plain } from './vscode-chat-results.ts';

/** Parts of a response that are not conversation: progress, buttons, and what is shown of files elsewhere. */
export const notConversation = new Set([
  'autoModeResolution',
  'clearToPreviousToolInvocation',
  'codeblockUri',
  'command',
  'confirmation',
  'disabledClaudeHooks',
  'extensions',
  'hook',
  'info',
  'mcpServersStarting',
  'multiDiffData',
  'prepareToolInvocation',
  'progressMessage',
  'progressTask',
  'progressTaskSerialized',
  'pullRequest',
  'systemNotification',
  'treeData',
  'undoStop',
  'voiceProgress',
  'warning',
]);

/** The input of an edit of files; undefined if the part is none. */
export function editOf(part: unknown): unknown {
  const edits = field(part, 'edits');
  const list = Array.isArray(edits) ? (edits as unknown[]) : [];
  const path = pathOf(field(part, 'uri')) ?? '';
  switch (textField(part, 'kind')) {
    case 'textEditGroup':
      return { path, edits: list.flat().map((edit) => field(edit, 'text')) };
    case 'notebookEditGroup':
      return { path, edits: list.flat().map(cellText) };
    case 'workspaceEdit':
      return {
        edits: list.map((edit) => ({
          from: pathOf(field(edit, 'oldResource')),
          to: pathOf(field(edit, 'newResource')),
        })),
      };
    case 'externalEdit':
      return { path, kind: field(part, 'editKind'), from: pathOf(field(part, 'originalUri')) };
    default:
      return undefined;
  }
}

function cellText(edit: unknown): unknown {
  const cells = field(edit, 'cells');
  if (Array.isArray(cells)) return cells.map((cell: unknown) => field(cell, 'source')).join('\n');
  return field(field(edit, 'edit'), 'text') ?? field(edit, 'text');
}

/** What the user was asked in a part of a response, and what was answered. */
export function questionOf(part: unknown): { asked: string; answered: string } | undefined {
  const data = field(part, 'data');
  const title = plain(field(part, 'title'));
  const lines = (...texts: string[]) => texts.filter((text) => text.trim() !== '').join('\n');
  switch (textField(part, 'kind')) {
    case 'planReview':
      return {
        asked: lines(title, plain(field(part, 'content'))),
        answered: textField(data, 'feedback') ?? '',
      };
    case 'elicitationSerialized': {
      const accepted = field(part, 'acceptedResult');
      if (accepted === undefined || accepted === null) return undefined; // only confirmed
      return { asked: lines(title, plain(field(part, 'message'))), answered: JSON.stringify(accepted) };
    }
    case 'questionCarousel': {
      const questions = field(part, 'questions');
      const list = Array.isArray(questions) ? (questions as unknown[]) : [];
      const asked = list.map((question) =>
        lines(plain(field(question, 'title')), plain(field(question, 'message'))),
      );
      const answered = list.map((question) => {
        const answer = answerText(field(data, textField(question, 'id') ?? ''));
        return answer === '' || list.length === 1 ? answer : `${plain(field(question, 'title'))}: ${answer}`;
      });
      return { asked: lines(plain(field(part, 'message')), ...asked), answered: lines(...answered) };
    }
    default:
      return undefined;
  }
}

function answerText(answer: unknown): string {
  if (typeof answer === 'string') return answer;
  const several = field(answer, 'selectedValues');
  const chosen = Array.isArray(several) ? several : [field(answer, 'selectedValue')];
  return [...chosen, field(answer, 'freeformValue')]
    .filter((text) => typeof text === 'string' && text)
    .join(', ');
}
