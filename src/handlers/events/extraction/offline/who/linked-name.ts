/** Who a text speaks for, as its links show: a name that is also that of a host. */

/** A name that is also a host's; `isParty`: the text speaks of its team, members or the like. */
export type LinkedName = { name: string; isParty: boolean };

const hosts =
  /(?:https?:\/\/|www\.|@)((?:[a-z0-9][a-z0-9-]{0,40}\.){1,4}[a-z]{2,12})(?![a-z0-9.-]{0,60}@)/giu;
/** Those that lend their host to others. */
const lent = new Set(
  `amazonaws apple bit crates discord docker doodle example facebook github gitlab gmail goo google googlegroups hackmd linkedin medium
meetup microsoft mozilla npmjs pypi readthedocs reddit slack stackoverflow twitter wikimedia wikipedia x youtu youtube zoom`.split(
    /\s+/,
  ),
);

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The hosts of links and addresses, without their top and with it: "gardenclub" and "gardenclubexample". */
function hostsIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, host = ''] of text.matchAll(hosts)) {
    const [own = '', top = ''] = host.toLowerCase().split('.').slice(-2);
    if (lent.has(own)) continue;
    found.add(plain(own));
    found.add(plain(own + top));
  }
  return found;
}

const named =
  /(?<![\p{L}\p{N}._-])\p{Lu}[\p{L}\p{N}.-]{0,40}[\p{L}\p{N}](?: \p{Lu}[\p{L}\p{N}-]{0,40}[\p{L}\p{N}]){0,2}/gu;
const ofParty =
  /^(?:['’]s)? (?:team|community|maintainers?|organi[sz]ation|project|group|staff|developers|contributors|members?|board|foundation|volunteers|users|mission|budget|association|network)(?!\p{L})/iu;
/** "At X", "join X": what is said of a party. */
const atParty =
  /(?:^|[^\p{L}])(?:at|join(?:ed|ing)?|support(?:s|ed|ing)?|behalf of|welcome to|members? of|mission of|part of|rejoindre|soutenir|chez|unirse a|bei|für|von) (?:the |la |le |les |el |dem |der )?$/iu;

/** @param isOther whether a name is a person's or an ordinary word. */
export function linkedName(
  body: string,
  title: string | null,
  isOther: (name: string) => boolean,
): LinkedName | undefined {
  const linked = hostsIn(body);
  if (linked.size === 0) return undefined;
  const found = new Map<string, { count: number; of: boolean; at: boolean }>();
  for (const { 0: match, index } of body.matchAll(named))
    for (const name of beginningsOf(match)) {
      if (!linked.has(plain(name)) || isOther(name)) continue;
      const own = found.get(name) ?? { count: 0, of: false, at: false };
      own.count += 1;
      own.of ||= ofParty.test(body.slice(index + name.length, index + name.length + 20));
      own.at ||= atParty.test(body.slice(Math.max(0, index - 24), index));
      found.set(name, own);
    }
  const points = ([name, { count, of, at }]: [string, { count: number; of: boolean; at: boolean }]) =>
    (of ? 2 : 0) + (title?.includes(name) ? 2 : 0) + (at ? 1 : 0) + Math.min(count, mostCounted) / 4;
  const [best] = [...found].toSorted((a, b) => points(b) - points(a));
  return best && { name: best[0], isParty: best[1].of };
}

const mostCounted = 8;

/** "Garden" and "Garden Club" of "Garden Club". */
const beginningsOf = (match: string): string[] => {
  const words = match.split(' ');
  return words.map((_, at) => words.slice(0, at + 1).join(' '));
};
