import { basename } from 'node:path';
import type { MemoryType, Role } from '../../../../db/schema/vocabulary.ts';
import { isObject } from '../../../../handlers/shared/domain/is-object.ts';
import { limits } from '../../../../handlers/shared/params.ts';
import { exceedsBytes, storable } from '../../../../handlers/tool/text.ts';
import {
  type Captured,
  compact,
  fullness,
  type Source,
  type Statement,
  skip,
} from '../../messages/captured.ts';
import type { Origin } from './format.ts';
import { digest, type Fields, instant, isDeeperThan, isEmpty, nameOr, textOr } from './record-values.ts';

/** Records of other products as messages, and as statements to remember. */

export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

const longestId = 200;

/**
 * The conversation of one session of a product, or of all its records when it knows no sessions.
 *
 * @param session its id, its project, its title, and everything else said of it.
 */
export function sourceOf(
  product: string,
  { path }: Origin,
  session?: {
    id: string;
    key?: string;
    project?: unknown;
    startedAt?: unknown;
    parent?: Source | undefined;
    rest?: Fields;
  },
): Source {
  const key = session && storable(session.key ?? session.id);
  const file = path === undefined ? undefined : basename(path);
  return {
    key: `${product}:${key === undefined ? 'memories' : key.length > longestId ? digest([key]) : key}`,
    sessionId: nameOr(session?.id),
    project: nameOr(session?.project),
    startedAt: instant(session?.startedAt),
    ...(session?.parent ? { parent: session.parent } : {}),
    metadata: compact({
      source: product,
      title: session ? undefined : `Memories of ${product}`,
      imported_from: kept({ file, ...session?.rest }),
    }),
  };
}

/** One record of a product. */
export type ProductRecord = {
  /** What tells it from others of its kind, besides its text: a record whose text has changed is another one. */
  id: readonly unknown[];
  /** The ids alone tell it from others, as its text may still grow. */
  grows?: boolean;
  text: string;
  at?: unknown;
  role?: Role;
  /** Present when the text is a statement to remember. */
  states?: Statement | undefined;
  /** What metadata of messages has fields for. */
  metadata?: Fields;
  /** Everything that has no place of its own. */
  rest?: Fields;
};

/** A record as a message: kept whole, with what has no place of its own as `imported_from` in its metadata. */
export function recordOf(source: Source, kind: string, given: ProductRecord): Captured {
  const { text, at, role = 'assistant' } = given;
  if (text.trim() === '') return skip(`${kind} without text`);
  if (exceedsBytes(text, limits.contentBytes)) return skip(`${kind} longer than 10 MB`);
  const createdAt = instant(at);
  const fields = { ...given.rest, ...(createdAt === undefined && !isEmpty(at) ? { created_at: at } : {}) };
  if (isDeeperThan([fields, given.id], mostLevels)) return skip(`${kind} nested too deeply`);
  const rest = kept(fields);
  return {
    type: 'message',
    source,
    id: `${kind}:${digest(given.grows ? given.id : [...given.id, text])}`,
    role,
    content: text,
    metadata: compact({ source: source.metadata?.source, kind, ...given.metadata, imported_from: rest }),
    createdAt,
    fullness: fullness.record,
    states: given.states,
  };
}

/** Of metadata, in which these fields lie two levels deep; the tools allow 200. */
const mostLevels = 150;
/** Together less than metadata may have. */
const mostCharacters = 200_000;

/** The field of `imported_from` with the names of those that are too large to be kept. */
export const notKept = 'not_kept';

/** What else a conversation or a message says, as metadata; what is nested too deeply for that is named. */
export function restOf(fields: Fields): Fields | undefined {
  const deep = Object.keys(fields).filter((name) => isDeeperThan(fields[name], mostLevels));
  const rest = kept(Object.fromEntries(Object.entries(fields).filter(([name]) => !deep.includes(name))));
  if (deep.length === 0) return rest;
  const lost = Array.isArray(rest?.[notKept]) ? rest[notKept] : [];
  return { ...rest, [notKept]: [...lost, ...deep].slice(0, 100) };
}

/** The fields that say something, as far as there is room. */
function kept(fields: Fields): Fields | undefined {
  const lost: string[] = [];
  let left = mostCharacters;
  const entries = Object.entries(fields).filter(([name, value]) => {
    if (isEmpty(value)) return false;
    const length = name.length + JSON.stringify(value).length;
    if (length > left) lost.push(name.slice(0, 100));
    else left -= length;
    return !lost.includes(name.slice(0, 100));
  });
  if (lost.length > 0) entries.push([notKept, lost.slice(0, 100)]);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** How sure a statement is when its product does not say. */
const usualConfidence = 0.8;

export function statement(type: MemoryType, { confidence, project }: Fields = {}): Statement {
  const stated = typeof confidence === 'number' && confidence >= 0 && confidence <= 1;
  return { type, confidence: stated ? confidence : usualConfidence, project: nameOr(project) };
}

/** The type of memory that words such as a category or a tag of the product name; by default a fact. */
export function typeOf(...words: readonly unknown[]): MemoryType {
  const all = words.flat().flatMap((word) => textOr(word)?.slice(0, 100).toLowerCase() ?? []);
  if (all.some((word) => word.includes('preference'))) return 'preference';
  return all.some((word) => word.includes('decision')) ? 'decision' : 'fact';
}
