/** Who in a log of a chat passes on what others say: a scribe, or a bridge to another room. */

/** Those who speak in a log, those who are told to write, and whom each of them names before a colon. */
export type ChatLog = {
  add(nick: string, words: string): void;
  nicks: ReadonlySet<string>;
  scribes: ReadonlySet<string>;
  turns: ReadonlyMap<string, { all: number; named: number; names: ReadonlySet<string> }>;
};

/** `scribenick: ana`, `scribe+ ana`. */
const appointed =
  /^\s{0,4}[#/]?(?:scribe(?:nick)?|scribing) ?(?:[:+=]|is(?= )) ?@?([\p{L}\p{N}_|[\]-]{2,30})/iu;
const before = /^\s{0,4}@?([\p{L}\p{N}_][\p{L}\p{N}._|[\] -]{1,30}):\s/u;

/** "... and so on": more of what was passed on before. */
export const goesOn = /^\s{0,4}(?:\.\.\.|…)/;

export function createChatLog(): ChatLog {
  const nicks = new Set<string>();
  const scribes = new Set<string>();
  const turns = new Map<string, { all: number; named: number; names: Set<string> }>();
  return {
    nicks,
    scribes,
    turns,
    add(nick, words) {
      const low = nick.toLowerCase();
      nicks.add(low);
      const scribe = appointed.exec(words.slice(0, 80))?.[1];
      if (scribe !== undefined) scribes.add(scribe.toLowerCase());
      const own = turns.get(low) ?? { all: 0, named: 0, names: new Set<string>() };
      turns.set(low, own);
      own.all += 1;
      if (goesOn.test(words.slice(0, 8))) own.named += 1;
      const named = before.exec(words.slice(0, 80))?.[1]?.toLowerCase();
      if (named === undefined) return;
      own.named += 1;
      own.names.add(named);
    },
  };
}

const many = 8;
const mostly = 0.7;
const several = 3;

/** Whether a nick is told to write what others say, or does hardly anything else. */
export function isScribe({ scribes, turns }: ChatLog, nick: string): boolean {
  const low = nick.toLowerCase();
  if (low === 'scribe' || scribes.has(low)) return true;
  const own = turns.get(low);
  return own !== undefined && own.all >= many && own.named >= own.all * mostly && own.names.size >= several;
}

/** Whether a nick passes on what a name says. One who speaks in the log for himself is only addressed, unless the nick is the scribe. */
export const relays = (log: ChatLog, nick: string, name: string): boolean =>
  !log.nicks.has(name.toLowerCase()) || isScribe(log, nick);
