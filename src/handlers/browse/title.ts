/** Longest title made from a message, in characters. */
const most = 120;
/** Characters that a title is looked for in. */
const mostRead = 1000;

/**
 * A line that tells a person which conversation this is: its own title, otherwise the first words said by the user,
 * without the tags that agents wrap around them.
 */
export function titleOf({ title, opening }: { title: string | null; opening: string | null }): string | null {
  const said = (title ?? opening ?? '').slice(0, mostRead);
  const text = said
    .replaceAll(/<([a-z][\w-]*)>[\s\S]*?<\/\1>/gi, ' ')
    .replaceAll(/<\/?[a-z][\w-]*>/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const [plain = ''] = said.trim().split('\n');
  const line = text || plain.trim();
  return line === '' ? null : [...line].slice(0, most).join('');
}
