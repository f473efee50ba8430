import { determiners, instruments } from './cues.ts';
import type { Named } from './names/lexicon.ts';
import { type Part, phraseOf } from './parts.ts';

/** The options of the first part and those listed after it; the part as a phrase if it names none. */
export function named(parts: readonly Part[]): Named[] {
  const [first, ...rest] = parts;
  if (!first) return [];
  // "ban the use of eval": what is used stands in the next part.
  if (rest.length > 0 && first.options.length === 0 && first.words.every(({ stem }) => determiners.has(stem)))
    return named(rest);
  const own = first.options.length > 0 ? first.options : [phraseOf(first)].flatMap((one) => one ?? []);
  // "the use of MongoDB", "support for MongoDB", "writing to MongoDB"
  const next = rest[0];
  if (
    first.options.length === 0 &&
    next?.named &&
    ['of', 'for', 'on', 'to', 'in', 'with'].includes(next.lead)
  )
    return [...next.options];
  return [...own, ...listed(rest)];
}

const listing = new Set([',', 'and', 'or', 'plus', 'nor', 'along', 'alongside']);

/** Options that continue a list: ", Redis and Kafka". */
function listed(parts: readonly Part[]): Named[] {
  const end = parts.findIndex(
    ({ lead, only, words }) => !(listing.has(lead) && (only || words.length === 0)),
  );
  return parts.slice(0, end === -1 ? parts.length : end).flatMap(({ options }) => options);
}

/** The options after a verb that chooses: its object, else what a thing is done with, else the object as a phrase. */
export function objects(parts: readonly Part[], kinds: ReadonlySet<string>): Named[] {
  const [first, ...rest] = parts;
  if (!first) return [];
  const means = meansOf(rest);
  const fitting = means.filter(({ category }) => category !== undefined && kinds.has(category));
  if (first.options.length > 0) {
    const own = first.options.some(({ category }) => category === undefined || kinds.has(category));
    if (!own && fitting.length > 0) return fitting;
    const beside = ['with', 'as', '('].includes(rest[0]?.lead ?? '') && rest[0]?.named ? rest[0].options : [];
    return [...first.options, ...listed(rest), ...beside];
  }
  const known = means.filter(({ category }) => category !== undefined);
  if (known.length > 0) return fitting.length > 0 ? fitting : known.slice(0, 1);
  return [phraseOf(first) ?? means[0]].flatMap((one) => one ?? []);
}

export const origins = new Set('from off away'.split(' '));
export const towards = new Set(['to', 'into', 'onto']);
export const goals = new Set('to into onto in behind on under'.split(' '));

/** A statement without a deciding verb: "PostgreSQL for billing", "Cache sessions in Redis". */
export function standing(parts: readonly Part[], kinds: ReadonlySet<string>): Named[] {
  const [first, ...rest] = parts;
  if (!first) return [];
  const known = rest.some(
    ({ lead, named, options }) => named && instruments.has(lead) && options[0]?.category !== undefined,
  );
  // "Cache sessions in Redis" begins with what could be a name; the lexicon decides.
  if (first.named && !(known && (first.options[0]?.category === undefined || resides(first))))
    return [
      ...first.options.slice(0, 1),
      ...listed(rest),
      ...(isPractice(first) ? meansOf(clearly(rest)) : []),
    ];
  const means = meansOf(rest);
  const all = [...means, ...first.options];
  const fitting = all.filter(({ category }) => category !== undefined && kinds.has(category));
  return fitting.length > 0 ? fitting : (means.length > 0 ? means : first.options).slice(0, 1);
}

/** "Feature flag state lives in Postgres": what is said of it is where. */
const resides = (part: Part): boolean => isPractice(part) && part.words.some(({ lower }) => stays.has(lower));
const stays = new Set('live lives run runs sit sits stay stays go goes reside resides'.split(' '));

/** "Pool connections with PgBouncer": a practice, and the thing it is done with. */
const isPractice = ({ options }: Part): boolean => options[0]?.category?.endsWith('practice') === true;
const clearly = (parts: readonly Part[]): Part[] =>
  parts.filter(({ lead, options }) => clearInstruments.has(lead) && options[0]?.category !== undefined);

/** What a thing is done with; "with" and "through" say so more clearly than "in" and "on". */
export const meansOf = (parts: readonly Part[]): Named[] =>
  [true, false].flatMap((clear) =>
    parts
      .filter(({ lead, named }) => named && instruments.has(lead) && clearInstruments.has(lead) === clear)
      .flatMap(({ options }) => options),
  );
const clearInstruments = new Set(['with', 'via', 'through', 'using', 'by', 'behind', 'as', '(']);
