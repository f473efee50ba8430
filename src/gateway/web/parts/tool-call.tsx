import { structuredPatch } from 'diff';
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { type Highlighter, languageOf } from '../text/highlight.ts';
import { oneLine, visible } from '../text/visible.ts';

/** What a call of a tool asked for, as captures store it: the name, a space, its input as JSON or text. */
export function inputOf(content: string, name: string): unknown {
  const rest = content.startsWith(name) ? content.slice(name.length).trimStart() : content;
  if (!rest.startsWith('{') && !rest.startsWith('[')) return rest;
  try {
    return JSON.parse(rest);
  } catch {
    return rest; // the text was cut, or was never JSON
  }
}

const textAt = (value: unknown, ...names: string[]): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const name of names) {
    const found = (value as Record<string, unknown>)[name];
    if (typeof found === 'string' && found !== '') return found;
    if (Array.isArray(found) && found.every((part) => typeof part === 'string')) return found.join(' ');
  }
  return undefined;
};

/** The one thing that tells this call from others of the same tool. */
export const gist = (input: unknown): string =>
  oneLine(
    textAt(
      input,
      'command',
      'cmd',
      'file_path',
      'path',
      'absolute_path',
      'pattern',
      'query',
      'url',
      'description',
      'prompt',
    ) ?? (typeof input === 'string' ? input : input === undefined ? '' : JSON.stringify(input)),
    110,
  );

/** Longer texts are not compared, nor are those whose comparison takes longer than this, in milliseconds. */
const mostCompared = 40_000;
const comparedMs = 50;

/** The lines that differ, with their surroundings. */
export const Difference = ({ before, after }: { before: string; after: string }) => {
  if (before.length + after.length > mostCompared) return <Pre text={after} />;
  const options = { context: 3, timeout: comparedMs };
  const patch = structuredPatch('', '', visible(before), visible(after), '', '', options);
  if (!patch) return <Pre text={after} />;
  const { hunks } = patch;
  const classes: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed' };
  return (
    <pre class="difference">
      {hunks.flatMap((hunk, i) => [
        i > 0 ? <span class="gap">⋯{'\n'}</span> : null,
        ...hunk.lines
          .filter((line) => !line.startsWith('\\'))
          .map((line) => <span class={classes[line[0] ?? '']}>{`${line}\n`}</span>),
      ])}
    </pre>
  );
};

/** Beyond this, a text is cut; its turn's own page has the rest. */
const mostShown = 6000;

export const Pre = ({ text, more }: { text: string; more?: Child }) => {
  const shown = visible(text.slice(0, mostShown));
  return (
    <>
      <pre dir="auto">{shown}</pre>
      {text.length > mostShown ? <p class="quiet">{more ?? 'The rest is left out here.'}</p> : null}
    </>
  );
};

const Code = ({ code, language, highlight }: { code: string; language: string; highlight: Highlighter }) => {
  const shown = visible(code.slice(0, mostShown));
  const html = language === '' ? undefined : highlight(shown, language);
  return <pre>{html === undefined ? shown : <code>{raw(html)}</code>}</pre>;
};

type CallInputProps = { input: unknown; highlight: Highlighter; plain: boolean };

/** What the call asked for: a command, a change as a difference, a file as code, anything else as JSON. */
export const CallInput = ({ input, highlight, plain }: CallInputProps) => {
  const path = textAt(input, 'file_path', 'path', 'absolute_path') ?? '';
  const before = textAt(input, 'old_string', 'old_str');
  const after = textAt(input, 'new_string', 'new_str');
  if (before !== undefined || (after !== undefined && path !== ''))
    return plain ? <Pre text={after ?? ''} /> : <Difference before={before ?? ''} after={after ?? ''} />;
  const content = textAt(input, 'content', 'file_text');
  if (content !== undefined && path !== '')
    return <Code code={content} language={languageOf(path)} highlight={highlight} />;
  const command = textAt(input, 'command', 'cmd');
  if (command !== undefined) return <Code code={command} language="bash" highlight={highlight} />;
  if (typeof input === 'string') return <Pre text={input} />;
  return <Code code={JSON.stringify(input, null, 2) ?? ''} language="json" highlight={highlight} />;
};
