import { limits } from './params.ts';

/**
 * The leading items that fit into a reply a client will take; always at least one. Clients refuse results over about
 * 25,000 tokens, so a page ends early rather than being lost, and says where to go on.
 */
export function withinBudget<T>(items: readonly T[], budget = limits.replyCharacters): T[] {
  let left = budget;
  let count = 0;
  for (const item of items) {
    left -= JSON.stringify(item).length;
    if (count > 0 && left < 0) break;
    count += 1;
  }
  return items.slice(0, count);
}

/** The best results that fit into a reply, and a message when some were left out. */
export function fitReply<T>(found: readonly T[], advice = ''): { results: T[]; message?: string } {
  const results = withinBudget(found);
  const left = found.length - results.length;
  return left === 0
    ? { results }
    : { results, message: `${left} more did not fit into this reply${advice}.` };
}
