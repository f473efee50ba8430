export type Json = { json?: boolean };

/** Prints a result: as one line of JSON with `--json`, otherwise as text. */
export const say = ({ json }: Json, result: object, text: string): void => {
  process.stdout.write(`${json ? JSON.stringify(result) : text}\n`);
};
