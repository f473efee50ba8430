/** Control characters after ASCII, and marks that reverse the direction of text: JSON allows them in strings as they are. */
const further = /[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal.
const controls = /[\u0000-\u0008\u000b-\u001f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one.
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-_])/g;

/**
 * Stored text as a terminal may show it: without escape sequences, control characters and marks that reverse the
 * direction of text, which could otherwise change the screen or disguise what is written.
 */
export const harmless = (text: string): string =>
  text
    .replaceAll(escapes, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\t', '  ')
    .replaceAll(controls, '')
    .replaceAll(further, '');

/** Harmless text on one line. */
export const oneLine = (text: string): string => harmless(text.replaceAll(/\s+/g, ' ')).trim();

/** JSON as a terminal may show it: the same values, with such characters as `\uXXXX`. */
export const harmlessJson = (json: string): string =>
  json.replaceAll(further, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
