/** Where the states of a text are in the memory, in bytes: rows of numbers, a row for each token. */
export type Activations = {
  x: number;
  y: number;
  query: number;
  key: number;
  value: number;
  /** Of four times the width. */
  raised: number;
  /** The rows that the next product takes, of sixteen bits, and the size of the step of each. */
  rounded: number;
  scales: number;
  /** For the work of `attend`. */
  room: number;
};

/**
 * The room for the longest text, used again for each one.
 *
 * @param from where it begins.
 * @param most the tokens of the longest text, a multiple of 4.
 * @returns also where it ends.
 */
export function activationsFrom(from: number, most: number, width: number): Activations & { end: number } {
  let end = from;
  const rows = (size: number): number => {
    const at = end;
    end += most * size;
    return at;
  };
  const states = { x: rows(4 * width), y: rows(4 * width) };
  const heads = { query: rows(4 * width), key: rows(4 * width), value: rows(4 * width) };
  const inner = { raised: rows(16 * width), rounded: rows(8 * width) };
  const others = { scales: rows(4), room: rows(4 * 2 + 128 * 2) };
  return { ...states, ...heads, ...inner, ...others, end: end + 1024 };
}
