/** What was typed, what Cursor put around it, and when. */
export type Prompt = { text: string; around: string; at: string | undefined };

/** Cursor sends a prompt in tags, with the time and context beside them. A text without tags is a prompt itself. */
export function promptIn(text: string): Prompt {
  const time = between(text, 'timestamp');
  const query = between(time?.rest ?? text, 'user_query');
  const at = time && timeOfPrompt(time.inner.trim());
  if (!query) return { text: (time?.rest ?? text).trim(), around: '', at };
  return { text: query.inner.trim(), around: query.rest.trim(), at };
}

/** The inside of the first pair of tags, and the text without them. */
function between(text: string, tag: string): { inner: string; rest: string } | undefined {
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  const start = text.indexOf(open);
  const end = start < 0 ? -1 : text.indexOf(close, start);
  if (end < 0) return undefined;
  const rest = text.slice(0, start) + text.slice(end + close.length);
  return { inner: text.slice(start + open.length, end), rest };
}

/** Such as `Friday, Sep 4, 2026, 2:21 AM (UTC+8)`; without a zone it cannot be placed. */
function timeOfPrompt(text: string): string | undefined {
  const [, day, hours, minutes = '00'] =
    /^[A-Za-z]+, ([^()]+) \(UTC([+-]\d{1,2})?(?::(\d\d))?\)$/.exec(text) ?? [];
  if (day === undefined) return undefined;
  const zone = `${hours?.startsWith('-') ? '-' : '+'}${(hours ?? '0').replace(/[+-]/, '').padStart(2, '0')}${minutes}`;
  const time = Date.parse(`${day} GMT${zone}`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
