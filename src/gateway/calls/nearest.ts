import { distance } from 'fastest-levenshtein';

/** The known name that a mistyped one is most like; undefined if none is. */
export function nearest(
  name: string,
  known: readonly string[],
  most = Math.ceil(name.length / 4),
): string | undefined {
  const [best] = known
    .map((candidate) => ({ candidate, far: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ far }) => far <= most)
    .toSorted((a, b) => a.far - b.far);
  return best?.candidate;
}
