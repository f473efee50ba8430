import { isObject } from '../../../../handlers/shared/domain/is-object.ts';
import { field } from '../../messages/captured.ts';

/** The kinds of entries of a log: the whole state, and what sets, extends or removes a part of it. */
const kinds = { whole: 0, set: 1, push: 2, remove: 3 } as const;

/**
 * Applies one entry of a log to the state before it.
 *
 * @returns the new state; undefined when the entry is of an unknown kind or its path does not exist.
 */
export function applyMutation(state: unknown, entry: unknown): unknown {
  const kind = field(entry, 'kind');
  if (kind === kinds.whole) return field(entry, 'v');
  const path = field(entry, 'k');
  if (state === undefined || !Array.isArray(path)) return undefined;
  if (path.length === 0) return kind === kinds.set ? field(entry, 'v') : undefined;
  const parent = path.slice(0, -1).reduce((value: unknown, key) => at(value, key), state);
  const key: unknown = path.at(-1);
  if (!isObject(parent) && !Array.isArray(parent)) return undefined;
  if (kind === kinds.set) put(parent, key, field(entry, 'v'));
  else if (kind === kinds.remove) put(parent, key, undefined);
  else if (kind === kinds.push) {
    const list = at(parent, key);
    const kept = Array.isArray(list) ? list : [];
    const from = field(entry, 'i');
    // Everything from this index on is replaced.
    if (typeof from === 'number') kept.length = Math.min(kept.length, Math.max(0, from));
    const more = field(entry, 'v');
    for (const item of Array.isArray(more) ? more : []) kept.push(item);
    put(parent, key, kept);
  } else return undefined;
  return state;
}

const at = (value: unknown, key: unknown): unknown =>
  (typeof key === 'string' || typeof key === 'number') &&
  (isObject(value) || Array.isArray(value)) &&
  Object.hasOwn(value, key)
    ? field(value, String(key))
    : undefined;

/** Defines the property, so that a name such as `__proto__` is only a name. */
const put = (parent: object, key: unknown, value: unknown): void => {
  if (typeof key === 'string' || typeof key === 'number')
    Object.defineProperty(parent, key, { value, writable: true, enumerable: true, configurable: true });
};
