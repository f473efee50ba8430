/** Who tells a text, by its pronouns. */

/** Whether a text is told by a "we": more than one in two hundred words. */
export function weIn(text: string): 'never' | 'seldom' | 'often' {
  const body = text.slice(0, 60_000);
  const many =
    body.match(/(?<!\p{L})(?:we|our|wir|unser\p{L}{0,2}|nous|notre|nuestr\p{L}{1,2})(?!\p{L})/giu)?.length ??
    0;
  return many === 0 ? 'never' : many * 1000 > body.length ? 'often' : 'seldom';
}

/** How a text is told by an "I": oftener than by a "we", or at all. */
export function selfIn(text: string): 'no' | 'some' | 'mostly' {
  const body = text.slice(0, 60_000);
  const many =
    body.match(/(?<!\p{L})(?:I(?:['’](?:m|ve|ll|d))?|[Mm]y|ich|mein\p{L}{0,2}|je|j['’]ai|yo)(?!\p{L})/gu)
      ?.length ?? 0;
  if (many < leastSelf) return 'no';
  return many >= (body.match(/(?<!\p{L})(?:[Ww]e|[Ww]ir|[Nn]ous|[Nn]osotr[oa]s)(?!\p{L})/gu)?.length ?? 0)
    ? 'mostly'
    : 'some';
}
const leastSelf = 3;
