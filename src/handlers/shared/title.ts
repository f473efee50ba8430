/** Longest title, title in a lean reply and preview, in characters. */
const longestTitle = 120;
export const leanTitle = 80;
const longestPreview = 240;
/** Characters that a title is looked for in. */
const mostRead = 1000;

type Said = { named: string | null; opening: string | null };

/**
 * A line that tells a person which conversation this is: its own title, otherwise the first words said by the user,
 * without the tags that agents wrap around them. The only place that makes titles.
 */
export const titleOf = ({ named, opening }: Said, most = longestTitle): string | null =>
  lineOf(named || opening, most);

/** The start of what was said first, where the title is not made from it. */
export const previewOf = ({ named, opening }: Said): string | null =>
  named ? lineOf(opening, longestPreview) : null;

function lineOf(said: string | null, most: number): string | null {
  const start = (said ?? '').slice(0, mostRead);
  const text = start
    .replaceAll(/<([a-z][\w-]*)>[\s\S]*?<\/\1>/gi, ' ')
    .replaceAll(/<\/?[a-z][\w-]*>/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const [plain = ''] = start.trim().split('\n');
  const line = text || plain.trim();
  return line === '' ? null : shortened(line, most);
}

/** Ends a text after a whole word, unless its first words are longer than half of what fits. */
function shortened(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  const start = characters.slice(0, most - 1).join('');
  const space = characters[most - 1] === ' ' ? start.length : start.lastIndexOf(' ');
  return `${(space > start.length / 2 ? start.slice(0, space) : start).trimEnd()}…`;
}
