export const factKinds = [
  'quote',
  'error',
  'command',
  'url',
  'path',
  'version',
  'number',
  'identifier',
] as const;
export type FactKind = (typeof factKinds)[number];
export type Fact = { kind: FactKind; text: string };

/** Characters of a fact. */
export const longestFact = 300;
