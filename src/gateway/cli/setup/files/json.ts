import { isDeepStrictEqual } from 'node:util';
import {
  applyEdits,
  findNodeAtLocation,
  type JSONPath,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { Unusable } from './unusable.ts';

/** Edits of JSON with comments that change nothing but the value they are about. */

const lenient = { allowTrailingComma: true, disallowComments: false, allowEmptyContent: true };

/**
 * The content of a JSON text, comments and trailing commas allowed; an empty text is an empty object.
 *
 * @throws Unusable with the line, when it is broken or not an object.
 */
export function parseJson(text: string, path: string): Record<string, unknown> {
  const errors: ParseError[] = [];
  const tree = parseTree(text.replace(/^\ufeff/, ' '), errors, lenient);
  const [first] = errors;
  if (first) {
    const line = text.slice(0, first.offset).split('\n').length;
    throw new Unusable(
      `${path} is broken JSON (line ${line}: ${printParseErrorCode(first.error)}), so its program cannot read it either. Fix that line first.`,
    );
  }
  const value: unknown = tree === undefined ? {} : contentOf(tree, path);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Unusable(`${path} is not a JSON object. Fix it first.`);
  return value as Record<string, unknown>;
}

/** The value of a node. A name that occurs twice has no one meaning that an edit could keep. */
function contentOf(node: Node, path: string): unknown {
  if (node.type === 'array') return node.children?.map((child) => contentOf(child, path)) ?? [];
  if (node.type !== 'object') return node.value;
  // Without a prototype, so that "__proto__" is a name as any other.
  const object: Record<string, unknown> = Object.create(null);
  for (const { children: [key, value] = [] } of node.children ?? []) {
    if (!key || !value) continue;
    if (Object.hasOwn(object, key.value))
      throw new Unusable(`${path} has "${key.value}" twice in one object. Remove one of them first.`);
    object[key.value] = contentOf(value, path);
  }
  return object;
}

/**
 * Sets a value. Where it is new, it is the last of its object or list, below comments that belong to its neighbours;
 * objects on the way are created.
 */
export function setJson(text: string, at: JSONPath, value: unknown): string {
  const root = parseTree(text.replace(/^\ufeff/, ' '), [], lenient);
  if (!root) return `${text.trim() === '' ? '' : text}${pretty(nested(at, value), '  ', '', '\n')}\n`;
  if (findNodeAtLocation(root, at))
    return applyEdits(text, modify(text, at, value, { formattingOptions: styleOf(text) }));
  let depth = at.length - 1;
  while (depth > 0 && !findNodeAtLocation(root, at.slice(0, depth))) depth -= 1;
  const container = depth === 0 ? root : findNodeAtLocation(root, at.slice(0, depth));
  if (!container) return text;
  return append(
    text,
    container,
    container.type === 'array' ? undefined : String(at[depth]),
    nested(at.slice(depth + 1), value),
  );
}

/** Removes a value with its comma, and its line if nothing else is on it. Comments stay. */
export function removeJson(text: string, at: JSONPath): string {
  const root = parseTree(text.replace(/^\ufeff/, ' '), [], lenient);
  const value = root && findNodeAtLocation(root, at);
  const item = value?.parent?.type === 'property' ? value.parent : value;
  const siblings = item?.parent?.children;
  if (!item?.parent || !siblings) return text;
  const place = siblings.indexOf(item);
  const end = item.offset + item.length;
  const before = siblings[place - 1];
  const after = commaFrom(text, end);
  if (after !== undefined) return withoutRange(text, item.offset, after + 1, [end, after]);
  const rest = withoutRange(text, item.offset, end);
  const comma = before && commaFrom(text, before.offset + before.length);
  if (comma !== undefined) return rest.slice(0, comma) + rest.slice(comma + 1);
  // The container is empty now, but for comments.
  const open = item.parent.offset;
  const close = rest.slice(open + 1).search(/\S/) + open + 1;
  return /[\]}]/.test(rest[close] ?? '') ? rest.slice(0, open + 1) + rest.slice(close) : rest;
}

/** Where the comma is that follows an item, beyond comments. */
function commaFrom(text: string, from: number): number | undefined {
  const between = /^(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\n]*)*/.exec(text.slice(from))?.[0].length ?? 0;
  return text[from + between] === ',' ? from + between : undefined;
}

/** @param kept a part of the range that stays, such as a comment. */
function withoutRange(text: string, start: number, end: number, kept = [end, end]): string {
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const stays = text.slice(kept[0], kept[1]).trim();
  const alone = /^[ \t]*$/.test(text.slice(line, start)) && /^[ \t]*\r?\n/.test(text.slice(end));
  if (alone && stays === '') return text.slice(0, line) + text.slice(text.indexOf('\n', end) + 1);
  let from = start;
  if (stays === '') while (text[from - 1] === ' ' || text[from - 1] === '\t') from -= 1;
  return text.slice(0, from) + stays + text.slice(end);
}

const nested = (path: JSONPath, value: unknown): unknown =>
  path.reduceRight((inner: unknown, key) => (typeof key === 'number' ? [inner] : { [key]: inner }), value);

function append(text: string, container: Node, name: string | undefined, value: unknown): string {
  const { unit, eol } = layoutOf(text);
  const inner = text.slice(container.offset, container.offset + container.length);
  const children = container.children ?? [];
  const last = children.at(-1);
  const key = name === undefined ? '' : JSON.stringify(name);
  if (last && !inner.includes('\n')) {
    const compact =
      key === '' ? JSON.stringify(value) : `${key}:${/:\s/.test(inner) ? ' ' : ''}${JSON.stringify(value)}`;
    const end = last.offset + last.length;
    const comma = commaFrom(text, end);
    const gap = /,[ \t]/.test(inner) ? ' ' : '';
    return comma === undefined
      ? `${text.slice(0, end)},${gap}${compact}${text.slice(end)}`
      : `${text.slice(0, comma + 1)}${gap}${compact},${text.slice(comma + 1)}`;
  }
  const close = container.offset + container.length - 1;
  const outer = indentAt(text, container.offset);
  const indent = last ? indentAt(text, last.offset) : outer + unit;
  const piece = `${indent}${key === '' ? '' : `${key}: `}${pretty(value, unit, indent, eol)}`;
  if (!last) {
    const kept = text.slice(container.offset + 1, close).trimEnd();
    return `${text.slice(0, container.offset + 1)}${kept}${eol}${piece}${eol}${outer}${text.slice(close)}`;
  }
  const end = last.offset + last.length;
  const after = text.slice(end, close);
  // A comma that is there already, though it stood behind the last value, stays in its place.
  const hasComma = commaFrom(text, end) !== undefined;
  const kept = after.trimEnd();
  return `${text.slice(0, end)}${hasComma ? '' : ','}${kept}${eol}${piece}${hasComma ? ',' : ''}${eol}${outer}${text.slice(close)}`;
}

const pretty = (value: unknown, unit: string, indent: string, eol: string): string =>
  JSON.stringify(value, null, unit).replaceAll('\n', eol + indent);

/** The white space at the beginning of the line of an offset. */
const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? '';

function layoutOf(text: string): { unit: string; eol: string } {
  return { unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ', eol: text.includes('\r\n') ? '\r\n' : '\n' };
}

function styleOf(text: string) {
  const { unit, eol } = layoutOf(text);
  return { insertSpaces: !unit.startsWith('\t'), tabSize: unit.startsWith('\t') ? 1 : unit.length, eol };
}

/** Whether two contents are equal, objects without a prototype or with one. */
export const sameJson = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(structuredClone(one), structuredClone(other));
