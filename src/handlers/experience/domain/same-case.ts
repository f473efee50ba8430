/** Whether two experiences are about the same case, in the same or in other words. */

type Case = { situation: string; approach: string };

/** Words that do not tell one case from another. */
const common = new Set(
  `the and was were for with that this from into had has have not but its our they them then than when while which who all
  any are been being did does during after before about there their very much many more most some such too also only`
    .split(/\s+/)
    .map(root),
);

/** Endings differ from wording to wording, beginnings rarely. */
function root(word: string): string {
  return word.replace(/(?:'s|ies|ing|ed|es|s)$/, '').slice(0, 7);
}

const rootsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_'-]+/gu) ?? [])
      .map(root)
      .filter((word) => word.length > 2 && !common.has(word)),
  );

const fewestShared = 3;
/** Of Dice's coefficient of the words. */
const leastAlike = 0.5;

function alike(a: string, b: string): boolean {
  const [one, other] = [rootsOf(a), rootsOf(b)];
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared >= fewestShared && (2 * shared) / (one.size + other.size) >= leastAlike;
}

/** Both their situations and their approaches share most of their words. */
export const isSameCase = (a: Case, b: Case): boolean =>
  (a.situation === b.situation || alike(a.situation, b.situation)) &&
  (a.approach === b.approach || alike(a.approach, b.approach));
