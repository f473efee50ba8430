import { limits } from './params.ts';

/**
 * The leading items that fit into a reply, always at least one. Clients refuse results over about 25,000 tokens, so a page
 * ends early and says where to continue.
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

/** The best results that fit into a reply, with a message when some were omitted. */
export function fitReply<T>(found: readonly T[], advice = ''): { results: T[]; message?: string } {
  const results = withinBudget(found);
  const left = found.length - results.length;
  return left === 0
    ? { results }
    : { results, message: `${left} more results did not fit into this reply${advice}.` };
}
