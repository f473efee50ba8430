/** Longest passage in a reply for models, in characters. */
const most = 160;
/** Characters before the first marked word, where what comes before it is left out. */
const lead = 30;

/** A passage cut around its marked words for a reply to a model, after a whole word and with its `**` in pairs. */
export function leanPassage(passage: string): string {
  if (passage.length <= most) return passage;
  const from = bestStart(passage);
  const rest = `${from > 0 ? '…' : ''}${passage.slice(from)}`;
  if (rest.length <= most) return rest;
  const space = rest.lastIndexOf(' ', most);
  const cut = rest.slice(0, space > most / 2 ? space : most).replace(/[\ud800-\udbff]$/, '');
  const marks = cut.split('**').length - 1;
  const whole = marks % 2 === 0 ? cut : cut.slice(0, cut.lastIndexOf('**'));
  return `${whole.replace(/(?<!\*)\*$/, '').trimEnd()}…`;
}

/** Where the part with the most different marked words begins: at the beginning unless a later one has more. */
function bestStart(passage: string): number {
  const marks = [...passage.matchAll(/\*\*[^*]+\*\*/g)].map(({ 0: text, index }) => ({
    word: text.toLowerCase(),
    start: index,
    end: index + text.length,
  }));
  const wordsFrom = (from: number) => {
    const end = from + most - (from > 0 ? 1 : 0);
    return new Set(marks.flatMap((mark) => (mark.start >= from && mark.end <= end ? [mark.word] : []))).size;
  };
  let best = 0;
  let mostWords = wordsFrom(0);
  for (const { start } of marks) {
    const from = Math.max(0, Math.min(start - lead, passage.length - most + 1));
    const word = from === 0 ? 0 : passage.indexOf(' ', from) + 1;
    const isInside = word === 0 || word > start || marks.some((mark) => mark.start < word && word < mark.end);
    const at = from === 0 ? 0 : isInside ? start : word;
    const words = wordsFrom(at);
    if (words <= mostWords) continue;
    best = at;
    mostWords = words;
  }
  return best;
}
