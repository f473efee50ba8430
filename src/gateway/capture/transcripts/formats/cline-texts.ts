import { field, textField } from '../../messages/captured.ts';
import { parse } from '../decode/json.ts';

/**
 * What a text is: what the user typed, a text of which that is not sure, something attached to it, what the extension wrote
 * for the model, or the result of a tool.
 */
export type Shown = {
  /** A heading names the tool of the result that follows. */
  as: 'typed' | 'text' | 'attachment' | 'note' | 'heading' | 'result';
  text: string;
};

/** A result of tools that are called in the text of an answer. */
const namedResult = /^\[([\w-]+)(?: for '[\s\S]*?')?\] Result:\s*/;

/** What a mention in a prompt stands for: its text follows in a block of its own. */
const mentioned = /^\[read_file for (?:folder )?'([^\n]*)'\]\n/;

/** How texts begin that an extension writes for the model in the name of the user. */
const notes = [
  '[ERROR] You did not use a tool',
  '[TASK RESUMPTION]',
  '[NOTE] Some previous conversation history',
  '[Continue assisting the user!]',
  'The user has provided feedback on the results.',
  'The user has accepted the condensed conversation summary',
  'The user approved switching to act mode. Continue with the approved plan now.',
  'You seem to be having trouble proceeding.',
  'Warning: this is a legacy conversation',
  'Missing value for required parameter',
  '<hook_context',
  '<explicit_instructions',
  '<system-reminder>',
  '<command name=',
];
const otherNotes =
  /^(?:Detected \d+ consecutive identical calls to `|Stopped after \d+\/\d+ consecutive mistakes \(|Skill: [^\n]*\n(?:[^\n]+\n){1,3}\n--- Skill Instructions ---)/;

/** The elements around what the user typed. */
const wrappers = ['task', 'feedback', 'user_message', 'answer', 'user_input', 'user_command'];

/** What the text of a block in a turn of the user is; nothing when it only describes the environment. */
export function shownText(text: string): Shown[] {
  const bare = withoutNotice(withoutEnvironment(text).trim());
  if (bare === '' || /^# (?:task_progress|TODO LIST)/i.test(bare)) return [];
  const named = namedResult.exec(bare);
  if (named) return [{ as: 'heading', text: named[1] ?? '' }, ...shownResult(bare.slice(named[0].length))];
  const typed = typedIn(bare) ?? feedbackIn(bare);
  if (typed) return [{ as: isNote(typed.words) ? 'note' : 'typed', text: typed.words }];
  const file = mentionOf(bare);
  if (file) return [file];
  // Without the call that it belongs to, a result is stored as text.
  const orphan = /^(?:Subtask \S+ completed\.\n\nResult|Tool result):\n/.exec(bare);
  if (orphan) return [{ as: 'result', text: bare.slice(orphan[0].length) }];
  return [{ as: isNote(bare) ? 'note' : 'text', text: bare }];
}

/** The name of a file that a prompt mentions. */
export function mentionOf(text: string): Shown | undefined {
  const file = mentioned.exec(text)?.[1];
  return file === undefined ? undefined : { as: 'attachment', text: `[file ${file}]` };
}

const isNote = (text: string): boolean =>
  notes.some((note) => text.startsWith(note)) || otherNotes.test(text);

/**
 * The result of a tool, and what the user typed in it: when a tool asks, when it is denied or allowed with a remark, when
 * its output is answered, or when a completed task goes on.
 */
export function shownResult(text: string): Shown[] {
  const found = feedbackIn(text) ?? typedIn(text);
  if (!found || ('tag' in found && found.tag === 'task')) return text === '' ? [] : [{ as: 'result', text }];
  const result = found.before === '' ? [] : [{ as: 'result' as const, text: found.before }];
  return [...result, { as: 'typed', text: found.words }];
}

/** Roo Code states a remark of the user as JSON, before the result if the tool was allowed to run. */
function feedbackIn(text: string): { words: string; before: string } | undefined {
  if (!text.startsWith('{"status":"')) return undefined;
  const end = text.indexOf('\n');
  const line = end < 0 ? text : text.slice(0, end);
  const stated = parse(line);
  const words = textField(stated, 'feedback')?.trim();
  if (!words || !['approved', 'denied', 'guidance'].includes(String(field(stated, 'status'))))
    return undefined;
  const result = text.slice(line.length).trim();
  return { words, before: field(stated, 'status') === 'denied' ? denial : result };
}

const denial = 'The user denied this operation.';

/** Before what the user typed, an extension may say what it is. */
const introduced =
  /(?:^|\n)(?:\[TASK RESUMPTION\]|\[?The user (?:also )?(?:denied|approved|provided|has provided|did not submit|chose)|You seem to be having trouble|New (?:message to respond|instructions for)|Command is still running)/;

/** What the user typed in an element: at the start, or behind a sentence that introduces it. */
function typedIn(text: string): { tag: string; before: string; words: string } | undefined {
  for (const tag of wrappers) {
    const close = `</${tag}>`;
    const end = text.lastIndexOf(close);
    if (end < 0) continue;
    const after = text.slice(end + close.length).trimStart();
    if (after !== '' && !after.startsWith('<')) continue; // typed by the user as well
    const start = text.startsWith(`<${tag}`) ? 0 : text.lastIndexOf(`\n<${tag}>\n`, end) + 1;
    const open = start + tag.length + 1;
    if (start === 0 ? !text.startsWith(`<${tag}`) : !introduced.test(text.slice(0, start))) continue;
    if (text[open] !== '>' && text[open] !== ' ') continue;
    const from = text.indexOf('>', open) + 1;
    if (from === 0 || from > end) continue;
    return { tag, before: resultBefore(text.slice(0, start)).trim(), words: text.slice(from, end).trim() };
  }
  return undefined;
}

/** The sentence that introduces the words says nothing without them, except that a tool was denied. */
const resultBefore = (text: string): string =>
  text.replace(/(?:^|\n)The user [^\n]*\n*$/, (said) => (said.includes(' denied ') ? denial : ''));

/** Cline says before a prompt that the user has changed to another mode. */
function withoutNotice(text: string): string {
  const end = '</mode_notice>';
  return text.startsWith('<mode_notice>') && text.includes(end)
    ? text.slice(text.indexOf(end) + end.length).trim()
    : text;
}

export function withoutEnvironment(text: string): string {
  const [start, end] = ['<environment_details>', '</environment_details>'];
  const from = text.indexOf(start);
  const to = text.lastIndexOf(end);
  return from < 0 || to < from ? text : text.slice(0, from) + text.slice(to + end.length);
}

/** Where the note begins that an extension adds to an interrupted answer; undefined for a complete one. */
export function interruptedAt(said: string): number | undefined {
  if (!said.trimEnd().endsWith(']')) return undefined;
  const at = Math.max(
    said.lastIndexOf('[Response interrupted by '),
    said.lastIndexOf('[Task was interrupted'),
  );
  return at < 0 ? undefined : at;
}
