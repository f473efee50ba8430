/** @returns undefined when the text is not JSON; the caller counts it. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
