import { harmless, harmlessJson } from '../terminal/harmless.ts';

export type Json = { json?: boolean };

/** Prints text, of which parts may have been stored by anyone, as lines without what could change a terminal. */
export const print = (text: string, stream: NodeJS.WriteStream = process.stdout): void => {
  if (text !== '') stream.write(harmless(text.endsWith('\n') ? text : `${text}\n`));
};

/** A value as JSON: for programs as it is, for a terminal without what could change it. */
export function jsonText(
  value: unknown,
  indent = 0,
  stream: Pick<NodeJS.WriteStream, 'isTTY'> = process.stdout,
): string {
  const text = JSON.stringify(value, null, indent);
  return stream.isTTY ? harmlessJson(text) : text;
}

export const printJson = (value: unknown, indent = 0, stream: NodeJS.WriteStream = process.stdout): void => {
  stream.write(`${jsonText(value, indent, stream)}\n`);
};

/** Prints a result: as one line of JSON with `--json`, otherwise as text. */
export const say = ({ json }: Json, result: object, text: string): void =>
  json ? printJson(result) : print(text);
