/** Terminal escape sequences: colours, cursor moves, titles. They mean nothing on a page. */
const escapes =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is removed
  /\u001b(?:\[[0-?]{0,64}[ -/]{0,16}[@-~]|\][^\u0007\u001b]{0,2000}(?:\u0007|\u001b\\)|[@-Z\\^_])/g;

/**
 * Control characters except tab and line feed, and the marks that change the direction of the text around them, with which
 * a stored text could pose as another.
 */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is made visible
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A stored text as a page may show it: without terminal sequences, and with invisible characters made visible. */
export function visible(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(escapes, '')
    .replaceAll(hidden, (found) => {
      const code = found.charCodeAt(0);
      return code < 0x20
        ? String.fromCharCode(0x2400 + code)
        : `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
    });
}

/** The start of a text on one line. */
export function oneLine(text: string, most = 200): string {
  const line = visible(text.slice(0, most * 4))
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : line;
}
