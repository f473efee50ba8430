/** Longest passage in a reply for models, in characters. */
const most = 160;

/** A passage cut for a reply to a model, after a whole word and with its `**` in pairs. */
export function leanPassage(passage: string): string {
  if (passage.length <= most) return passage;
  const start = passage.slice(0, most);
  const space = start.lastIndexOf(' ');
  const cut = start.slice(0, space > most / 2 ? space : most).replace(/[\ud800-\udbff]$/, '');
  const marks = cut.split('**').length - 1;
  const whole = marks % 2 === 0 ? cut : cut.slice(0, cut.lastIndexOf('**'));
  return `${whole.replace(/\*$/, '').trimEnd()}…`;
}
