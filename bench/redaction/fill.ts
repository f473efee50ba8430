const sets: Record<string, string> = {
  n: '0123456789',
  h: '0123456789abcdef',
  l: 'abcdefghijklmnopqrstuvwxyz0123456789',
  a: 'abcdefghijklmnopqrstuvwxyz',
  u: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
};
sets.w = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${sets.l}`;
sets.b = `${sets.w}+/`;
sets.s = `${sets.w}_-`;

const words =
  'apple basil cedar delta eagle fjord grape hazel indigo jasper kayak lemon mango nickel olive panda quill raven sierra tulip umber viola willow xenon yellow zebra candle dragon forest guitar hammer island jungle kettle ladder marble needle orange pencil rabbit silver turtle violet window'.split(
    ' ',
  );

/** A text with secrets, and the secrets. */
export type Filled = { text: string; secrets: string[] };

/** Fills a format with fresh random values; see `inFiles`. `{plain}` is a password of words, `{wallet}` a mnemonic. */
export function filled(format: string, random: () => number = Math.random): Filled {
  const below = (most: number) => Math.floor(random() * most);
  const pick = (set: string, length: number) => Array.from({ length }, () => set[below(set.length)]).join('');
  const one = () => words[below(words.length)] ?? '';
  const big = () => one().replace(/^./, (c) => c.toUpperCase());
  const digits = (length: number) => pick('0123456789', length);
  const chosen = [
    () => `${big()}_${digits(4)}${one()}`,
    () => `${one()}${digits(5)}`,
    () => `${big()}${big()}${digits(3)}`,
    () => pick(sets.w ?? '', 12 + below(8)),
    () => `${big()}${digits(4)}${pick('!*', 1)}`,
    () => `${one()}-${one()}-${one()}-${digits(2)}`,
    () => `${pick('ABCDEFGH', 1)}${pick('03', 1)}${one()}.${digits(4)}`,
    () => `${big()}${pick('!.-_', 1)}${one()}${digits(3)}`,
  ];
  const plain = [
    () => `${one()}${one()}`,
    () => `${one()}-${one()}-${one()}`,
    () => `${one()}_${one()}_${digits(2)}`,
    () => `${one()}-${one()}-${digits(3)}`,
    () => `${one()}-${one()}-${one()}-${one()}`,
    () => `${big()}${big()}${big()}${digits(1)}`,
  ];
  const named: Record<string, () => string> = {
    pw: () => chosen[below(chosen.length)]?.() ?? '',
    lows: () => `${one()}-${one()}-${one()}-${one()}`,
    four: () => `${one()} ${one()} ${one()} ${one()}`,
    plain: () => plain[below(plain.length)]?.() ?? '',
    wallet: () => Array.from({ length: 12 }, one).join(' '),
    'four-': () => `${one()}-${one()}-${one()}-${one()}`,
    usd: () => '$',
    uuid: () => {
      const hex = (length: number) => pick(sets.h ?? '', length);
      return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
    },
    bytes: () => Array.from({ length: 64 }, () => String(below(256))).join(','),
  };
  const marked = format.replaceAll(/\{(?:([a-z])(\d{1,3})|([a-z]{2,6}-?))\}/g, (whole, set, length, name) =>
    name === undefined ? pick(sets[set] ?? '', Number(length)) : (named[name]?.() ?? whole),
  );
  const secrets = [...marked.matchAll(/«([^»]+)»/g)].map(([, secret = '']) => secret);
  return { text: marked.replaceAll(/[«»]/g, ''), secrets };
}

/** Whether a part of a secret, at least 8 characters or 40 % of it, is still there. */
export function leaks(secret: string, text: string): boolean {
  const part = Math.min(secret.length, Math.max(8, Math.ceil(secret.length * 0.4)));
  for (let i = 0; i + part <= secret.length; i += 1)
    if (text.includes(secret.slice(i, i + part))) return true;
  return false;
}
