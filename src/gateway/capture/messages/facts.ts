import type { CaptureFacts, UsageFact } from '../../../db/capture/version.ts';
import type { Ordered } from '../../../db/conversations/names.ts';
import { cut, storable } from '../../../handlers/tool/text.ts';
import type { Secrets } from '../../config/redaction.ts';
import { clean, withoutPrivate } from '../../redaction/index.ts';

/** In UTF-16 units. */
const longestName = 500;
const longestKey = 300;
/** Figures beyond this are no counts of tokens. */
const mostTokens = 1e12;

/** Both facts together; a name that can no longer win is dropped. */
export function joined(known: CaptureFacts | undefined, more: CaptureFacts): CaptureFacts {
  if (!known) return more;
  return {
    titles: highest([...(known.titles ?? []), ...(more.titles ?? [])]),
    branches: highest([...(known.branches ?? []), ...(more.branches ?? [])]),
    usage: [...(known.usage ?? []), ...(more.usage ?? [])],
    titlesOf: [...(known.titlesOf ?? []), ...(more.titlesOf ?? [])],
  };
}

const highest = (names: Ordered[]): Ordered[] =>
  names.length < 2
    ? names
    : [names.reduce((best, one) => (best.order > one.order ? best : one))].filter((one) => one !== undefined);

/** Facts without secrets and private text, within their limits. */
export function cleanFacts(facts: CaptureFacts, secrets: Secrets): CaptureFacts {
  const name = <T extends Ordered>(one: T): T => {
    const text = cut(storable(one.text), longestName);
    return { ...one, text: secrets === 'kept' ? withoutPrivate(text, {}) : clean(text, {}) };
  };
  return {
    titles: facts.titles?.map(name),
    branches: facts.branches?.map(name),
    titlesOf: facts.titlesOf?.map(name),
    usage: facts.usage?.map(plausible),
  };
}

const plausible = ({ key, model, cost, ...tokens }: UsageFact): UsageFact => ({
  key: cut(storable(key), longestKey),
  model: model === undefined ? undefined : cut(storable(model), longestKey),
  cost: cost !== undefined && cost >= 0 && cost < mostTokens ? cost : undefined,
  ...Object.fromEntries(
    Object.entries(tokens).map(([what, n]) => [
      what,
      n !== undefined && n >= 0 && n < mostTokens ? Math.round(n) : undefined,
    ]),
  ),
});
