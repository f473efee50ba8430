import type { ReadOption } from './option.ts';

export type RoleOfOption = Pick<ReadOption, 'key' | 'role' | 'direction'>;

export type Relation = 'same' | 'related' | 'opposite';

type Compared = { options: readonly RoleOfOption[] };

/**
 * How one decision stands to another.
 *
 * - `opposite`: one chooses what the other replaces, gives up, forbids or has rejected, and they choose nothing in common.
 * - `same`: they choose an option in common, or reject one in common and choose nothing else.
 * - `related`: anything else.
 */
export function relationOf(asked: Compared, found: Compared): Relation {
  const [chosen, theirs] = [asked, found].map(({ options }) => keys(options, 'chosen')) as [
    Set<string>,
    Set<string>,
  ];
  const [left, theirLeft] = [asked, found].map(({ options }) => keys(options, 'rejected')) as [
    Set<string>,
    Set<string>,
  ];
  if (meet(chosen, theirs)) return 'same';
  if (meet(chosen, theirLeft) || meet(left, theirs)) return 'opposite';
  if (meet(given(asked), given(found)) && (chosen.size === 0 || theirs.size === 0)) return 'same';
  return 'related';
}

const keys = (options: readonly RoleOfOption[], role: 'chosen' | 'rejected'): Set<string> =>
  new Set(options.filter((one) => one.role === role).map(({ key }) => key));

/** What the statement itself rejects; alternatives that were only considered are left out. */
const given = ({ options }: Compared): Set<string> =>
  new Set(
    options
      .filter(({ role, direction }) => role === 'rejected' && direction !== 'considered')
      .map(({ key }) => key),
  );

const meet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...a].some((key) => b.has(key));
