/** A valid experience; override what the test is about. */
export const experience = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  type: 'effective',
  domain: 'Debugging',
  situation: 'The nightly loan report was empty although there were loans',
  approach: 'Compared the query with one run by hand in the same transaction',
  outcome: 'The report ran before the import had committed',
  reasoning: 'A read in another session never sees uncommitted rows',
  ...changes,
});

const words =
  'shelf loan reader catalog index queue worker retry cache token schema import export ledger branch merge deploy socket timer buffer parser lexer thread signal packet header cursor vector matrix kernel module bridge router folder backup mirror bucket stream filter window render widget session cookie secret cipher digest record column tuple planner vacuum replica quorum leader follower snapshot journal segment offset partition broker topic consumer producer schedule calendar holiday invoice receipt voucher payment refund balance account customer supplier catalogue volume edition author editor binding printing warehouse courier delivery address postcode country currency language alphabet grammar sentence chapter footnote appendix glossary margin column'.split(
    ' ',
  );

/** The same sequence for the same seed: mulberry32. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const types = ['effective', 'ineffective'];
const domains = ['Tools', 'Protocol', 'Communication', 'Process', 'Debugging', 'Decision'];

/** A made-up experience of some 400 characters, different for each number. */
export function madeUp(n: number, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const next = random(n + 1);
  const sentence = (length: number) =>
    Array.from({ length }, () => words[Math.floor(next() * words.length)]).join(' ');
  return {
    type: types[n % 2],
    domain: domains[n % 6],
    situation: sentence(16),
    approach: sentence(16),
    outcome: sentence(12),
    reasoning: sentence(12),
    ...changes,
  };
}
