/**
 * A day such as `2026-11-27`, or a tag of an element in whose text none is marked: it is shown as it is, or is a picture
 * that knows no times, or a time itself.
 */
const dayOrTag =
  /<(\/?)(option|pre|script|style|svg|textarea|time|title)[\s>]|(?<![\d-])\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?![\d-])/g;

/**
 * Marks the days in the texts of a page as times, which are not broken: browsers break a line at the hyphens of
 * `2026-11-27`.
 *
 * @param html as these pages write it: without `<` and `>` in values of attributes.
 */
export function keepDays(html: string): string {
  let within: string | undefined;
  let inTag = false;
  let looked = 0;
  return html.replaceAll(dayOrTag, (found, slash: string, name: string | undefined, at: number) => {
    if (name !== undefined) {
      if (within === undefined && slash === '') within = name;
      else if (within === name && slash !== '') within = undefined;
      return found;
    }
    const since = html.slice(looked, at);
    const [begun, ended] = [since.lastIndexOf('<'), since.lastIndexOf('>')];
    if (begun !== ended) inTag = begun > ended;
    looked = at;
    return inTag || within !== undefined ? found : `<time>${found}</time>`;
  });
}
