import type { Candidate } from './context.ts';

/** Features that a section's units tend to share: a list of what was done, of what went wrong, of tasks. */
const telling =
  /^(?:seems0?:\w+|looks:(?:did|doing|order|past|third|gerund|participle|todo|commit|praise|thanks|actor)|c:(?:promise|assign|done|decide|vote|problem|risk|incident|thanks|praise|opinion|suggest|change|deprecate|role|join|fix|release|need|future|past|underway)|box:\w+|verb:(?:past|future|present|perfect|modal|progressive|none))$/;
const enough = 3;

/** Adds what at least a third of the other units of the section have. */
export function addSiblings(candidates: readonly Candidate[]): void {
  const sections = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const { path, kind, parent } = candidate.unit.block;
    const key = `${path.map(({ text }) => text).join('>')}|${kind}|${kind === 'message' ? (candidate.unit.block.speaker ?? '') : (parent ?? '')}`;
    const section = sections.get(key);
    if (section === undefined) sections.set(key, [candidate]);
    else section.push(candidate);
  }
  for (const section of sections.values()) {
    if (section.length < enough) {
      for (const { features } of section) features.push('section:short');
      continue;
    }
    const counts = new Map<string, number>();
    for (const { features } of section)
      for (const name of features) if (telling.test(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
    const common = [...counts].filter(([, count]) => count * 3 > section.length);
    for (const { features } of section) {
      const own = new Set(features);
      for (const [name, count] of common) {
        const others = count - (own.has(name) ? 1 : 0);
        if (others * 3 > section.length - 1) features.push(`section:${name}`);
      }
    }
  }
}
