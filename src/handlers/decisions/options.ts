import { optionsOf, type StoredOption, saveOptions, unreadDecisions } from '../../db/decisions/options.ts';
import type { Sql } from '../../db/postgres/connect.ts';
import { withTimeout } from '../../db/runtime/with-timeout.ts';
import type { Deps } from '../tool/deps.ts';
import { ToolError } from '../tool/errors.ts';
import { mayBeEnglish } from './domain/options/english.ts';
import { hintedWords } from './domain/options/hints.ts';
import { wordsOf } from './domain/options/names/words.ts';
import { optionsIn } from './domain/options/parts.ts';
import type { Reading } from './domain/options/read.ts';
import { namedOption, readOptions } from './domain/options/read.ts';
import type { RoleOfOption } from './domain/options/relation.ts';

/** The options of decisions: read from their statements, as stored. */

/** Names an option; a phrase of a statement could be long. */
const longest = 200;

type Stated = { statement: string; alternatives?: readonly string[] };

/** A question waits so long for the local model, and a decision that is stored, whose options later ones learn from; a busy or starting model takes longer. */
const patienceMs = { asked: 300, stored: 3000 };

/** What a decision chooses and rejects: its options as the local model marks them, or by the grammar alone where that is not at hand or the statement is in another language than English. */
export async function readDecision(
  { statement, alternatives = [] }: Stated,
  { markOptions, log }: Pick<Deps, 'markOptions' | 'log'>,
  use: keyof typeof patienceMs = 'asked',
): Promise<Reading> {
  if (!markOptions || statement === '' || !mayBeEnglish(statement))
    return readOptions(statement, alternatives);
  try {
    const scores = await withTimeout(markOptions(hintedWords(statement)), patienceMs[use]);
    if (!scores)
      log.warn({ waitedMs: patienceMs[use] }, 'read the options of a statement without the local model');
    return readOptions(statement, alternatives, scores);
  } catch (error) {
    log.warn({ err: error }, 'could not read the options of a statement by the local model');
    return readOptions(statement, alternatives);
  }
}

/** Options to be stored with a decision. */
export const toStored = ({ options }: Reading): StoredOption[] =>
  options
    .map(({ key, name, role, direction }) => ({
      option: key.slice(0, longest),
      label: name.slice(0, longest),
      role,
      direction,
    }))
    // Options that differ only beyond this length are one; what is chosen comes first.
    .filter(({ option }, i, all) => all.findIndex((one) => one.option === option) === i);

const readStored = ({ statement, alternatives }: Stated): StoredOption[] =>
  toStored(readOptions(statement, alternatives));

/** The options of a decision as stored, or as read now if it was stored before options were read. */
export const optionsOfDecision = async (
  sql: Sql,
  decision: { id: string; statement: string; alternatives: readonly string[]; optionsFrom: string | null },
): Promise<StoredOption[]> =>
  decision.optionsFrom === null
    ? readStored(decision)
    : ((await optionsOf(sql, [decision.id])).get(decision.id) ?? []);

/** The keys of options by which lessons are found. */
export const keysOf = (options: readonly StoredOption[]) => ({
  chosen: options.filter(({ role }) => role === 'chosen').map(({ option }) => option),
  named: options.map(({ option }) => option),
});

/**
 * The keys of what a statement asks about: its options, and known ones that it names in any other place, as PostgreSQL in "Give
 * the data team its own Postgres replica".
 */
export function keysAsked(statement: string, reading: Reading): ReturnType<typeof keysOf> {
  const { chosen, named } = keysOf(toStored(reading));
  const known = optionsIn(wordsOf(statement)).filter(({ option }) => option.category !== undefined);
  return { chosen, named: [...new Set([...named, ...known.map(({ option }) => option.key)])] };
}

/** Stored options as they are compared. */
export const optionsFrom = (stored: readonly StoredOption[]): RoleOfOption[] =>
  stored.map(({ option, role, direction }) => ({ key: option, role, direction }) as RoleOfOption);

const batch = 500;

/**
 * Reads the options of decisions stored before options were read.
 *
 * @param most stops after about as many.
 * @returns how many decisions were read.
 */
export async function readUnread(tx: Sql, domain?: string, most = Number.POSITIVE_INFINITY): Promise<number> {
  let count = 0;
  for (;;) {
    const found = await unreadDecisions(tx, domain, batch);
    await saveOptions(
      tx,
      'statement',
      found.map((one) => ({ decisionId: one.id, options: readStored(one) })),
    );
    count += found.length;
    if (found.length < batch || count >= most) return count;
  }
}

/** Options as corrected by name. An option cannot be both chosen and rejected. */
export function correctedOptions(given: { chosen: string[]; rejected: string[] }): StoredOption[] {
  const stored = (names: string[], as: Pick<StoredOption, 'role' | 'direction'>): StoredOption[] =>
    names.map((name) => {
      const { key, name: label } = namedOption(name);
      return { option: key.slice(0, longest), label, ...as };
    });
  const chosen = stored(given.chosen, { role: 'chosen', direction: 'adopt' });
  const rejected = stored(given.rejected, { role: 'rejected', direction: 'instead' });
  const both = rejected.find(({ option }) => chosen.some((one) => one.option === option));
  if (both)
    throw new ToolError('invalid_input', `${both.label} is both chosen and rejected.`, {
      field: 'options.rejected',
      received: both.label,
      reason: 'contradictory_input',
      suggestion: 'Name each option once.',
    });
  return [...chosen, ...rejected];
}
