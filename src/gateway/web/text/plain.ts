import createParser, { type Token } from 'markdown-it';
import { oneLine, visible } from './visible.ts';

const parser = createParser({ html: false, linkify: false });
// Nothing becomes a link here: what a link says is shown, wherever it leads.
parser.validateLink = () => true;

/** Matches of a search, and bold words. */
const pairs = /\*\*([^*\n]{1,500})\*\*/g;

/** What one part of a line says. Names such as `__init__` are more often meant than bold text. */
const wordOf = ({ type, content, markup }: Token): string =>
  type === 'softbreak' || type === 'hardbreak' ? ' ' : markup === '__' ? '__' : content;

/** What stands before the text of a block: marks of lists are what keeps their points apart on one line. */
function beginning({ type, info, markup }: Token): string {
  if (type === 'list_item_open') return info === '' ? '•' : `${info}${markup}`;
  return '';
}

/**
 * What a text in Markdown says, on one line without its marks: the words of bold text, of code and of links, the points of
 * lists, the cells of tables. Matches of a search that stand between `**` lose these too.
 *
 * @param text perhaps a passage, cut where it has `…`.
 */
export function plain(text: string): string {
  const [, before = '', inner = '', after = ''] = /^(…?)([\s\S]*?)(…?)$/.exec(text.trim()) ?? [];
  const parts = parser.parse(visible(inner).replaceAll(pairs, '$1'), {}).flatMap((token, i, all) => {
    const cell = /^t[dh]_open$/.test(all[i - 1]?.type ?? '') && !/^tr_open$/.test(all[i - 2]?.type ?? '');
    const said = token.children ? token.children.map(wordOf).join('') : token.content || beginning(token);
    return said === '' ? [] : [cell ? `· ${said}` : said];
  });
  const said = parts.join(' ').replaceAll(/\s+/g, ' ').trim();
  // A cut may have taken the other one of a pair.
  const whole = before + after === '' ? said : said.replaceAll('**', '').replace(/^([^`]*)`([^`]*)$/, '$1$2');
  return `${before}${whole}${after}`;
}

/** The start of a text in Markdown on one line, without its marks. */
export const plainLine = (text: string, most = 200): string => oneLine(plain(text.slice(0, most * 6)), most);

/** A call of a tool as it is stored, such as `Bash {"command":"ls"}` or a patch: no Markdown. */
export const isCall = (text: string): boolean => /^[\w.:-]{1,100} (?:[[{]|\*{3} Begin Patch)/.test(text);

/** Tags that agents write around what they tell themselves. */
const tags = /<\/?[a-z][\w-]{0,60}>/gi;

/**
 * A passage that a search found, without the marks of its matches, and of Markdown unless it is the text of a tool.
 *
 * @param role whose message it is from; `tool` for a call too.
 */
export function passage(text: string, role?: string): string {
  if (role === 'tool' || isCall(text)) return visible(text).replaceAll(pairs, '$1').replaceAll(/\s+/g, ' ');
  return plain(role === 'system' ? text.replaceAll(tags, ' ') : text);
}
