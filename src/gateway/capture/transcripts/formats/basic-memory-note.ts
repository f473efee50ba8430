/** The syntax of notes of basic-memory, as far as it makes statements. */

export type FrontMatter = Readonly<Record<string, string>>;

/** The simple fields at the start of a note; undefined for a text that has none. */
export function frontMatterOf(text: string): FrontMatter | undefined {
  const lines = text.replace(/^\uFEFF/, '').split('\n', mostFrontLines);
  if (lines[0]?.trimEnd() !== '---') return undefined;
  const end = lines.findIndex((line, i) => i > 0 && line.trimEnd() === '---');
  if (end < 0) return undefined;
  return Object.fromEntries(
    lines.slice(1, end).flatMap((line) => {
      const colon = line.indexOf(':');
      return colon > 0 && !/^[\s#-]/.test(line)
        ? [[line.slice(0, colon).trimEnd(), unquoted(line.slice(colon + 1).trim())]]
        : [];
    }),
  );
}

const mostFrontLines = 500;

function unquoted(value: string): string {
  const [first] = value;
  const isQuoted = value.length > 1 && (first === '"' || first === "'") && value.at(-1) === first;
  return isQuoted ? value.slice(1, -1) : value;
}

/** The texts of list items, without code and quotations. */
export function itemsOf(text: string): string[] {
  const items: string[] = [];
  let fence: string | undefined;
  let isOpen = false;
  for (const line of text.split('\n').slice(bodyLine(text))) {
    const trimmed = line.trim();
    const mark = /^(?:```|~~~)/.exec(trimmed)?.[0];
    if (mark !== undefined && (fence === undefined || fence === mark))
      fence = fence === undefined ? mark : undefined;
    else if (fence === undefined) {
      const item = itemOf(trimmed);
      // A line that is indented continues the item before it.
      if (item !== undefined) items.push(item);
      else if (isOpen && trimmed !== '' && /^\s/.test(line) && !trimmed.startsWith('>'))
        items.push(`${items.pop()} ${trimmed}`);
      else isOpen = false;
      isOpen ||= item !== undefined;
      continue;
    }
    isOpen = false;
  }
  return items;
}

const bodyLine = (text: string): number =>
  Math.max(
    0,
    text.split('\n', mostFrontLines).findIndex((line, i) => i > 0 && line.trimEnd() === '---'),
  );

function itemOf(line: string): string | undefined {
  const marker = /^(?:[-*+]|\d{1,9}[.)])\s/.exec(line)?.[0];
  const text = marker && line.slice(marker.length).trim();
  return text || undefined;
}

export type NoteItem =
  | { kind: 'observation'; line: string; category: string; tags: string[]; context?: string | undefined }
  | {
      kind: 'relation';
      category?: undefined;
      relation: string;
      target: string;
      context?: string | undefined;
    };

/** An observation or a relation; undefined for any other list item. */
export const readItem = (item: string): NoteItem | undefined => observationOf(item) ?? relationOf(item);

const isTag = (word: string): boolean => /^#[^\s#]/.test(word);

function observationOf(line: string): NoteItem | undefined {
  const [, given] = /^\[([^[\]()]{1,200})\]\s/.exec(line) ?? [];
  const category = given?.trim();
  const content = given === undefined ? line : line.slice(given.length + 2).trim();
  const tags = content
    .split(/\s+/)
    .filter(isTag)
    .map((tag) => tag.slice(1));
  const isCategory = category !== undefined && !isMarker(category);
  if (content === '' || (!isCategory && (given !== undefined || tags.length === 0))) return undefined;
  return { kind: 'observation', line, category: category ?? 'Note', tags, context: contextOf(content) };
}

/** A check box of a task, or the time of a transcript. */
const isMarker = (category: string): boolean =>
  /^[^\p{L}\p{N}]?$/u.test(category) || /^x$/i.test(category) || /^\d{1,3}:\d\d[\d:.,\s-]*$/.test(category);

const contextOf = (content: string): string | undefined => {
  const start = content.endsWith(')') ? content.lastIndexOf('(') : -1;
  return start < 0 ? undefined : content.slice(start + 1, -1).trim() || undefined;
};

/** Its type is one word, or quoted; a link alone is one as well. Links within a sentence stay in the document. */
function relationOf(line: string): NoteItem | undefined {
  const start = line.indexOf('[[');
  const end = line.indexOf(']]', start + 2);
  if (start < 0 || end < 0) return undefined;
  const before = line.slice(0, start).trim();
  const relation = unquoted(before);
  const target = line.slice(start + 2, end).trim();
  const after = line.slice(end + 2).trim();
  const isBare = after === '' || (after.startsWith('(') && after.indexOf(')') === after.length - 1);
  if (target === '' || !isBare || (relation === before && /\s/.test(relation))) return undefined;
  return { kind: 'relation', relation: relation || 'links_to', target, context: contextOf(after) };
}
