/** A part of a text that stands for itself, and the heading above it. */
export type Paragraph = { heading: string; text: string };

/** The paragraphs of a text in Markdown. A heading with nothing below it is one as well. */
export function paragraphsOf(text: string): Paragraph[] {
  const found: Paragraph[] = [];
  let heading = '';
  let isUsed = true;
  let lines: string[] = [];
  const end = () => {
    const paragraph = lines.join('\n').trim();
    lines = [];
    if (paragraph === '') return;
    found.push({ heading, text: paragraph });
    isUsed = true;
  };
  const leave = () => {
    end();
    if (!isUsed && heading !== '') found.push({ heading: '', text: heading });
  };
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const title = headingOf(line.trim());
    if (title !== undefined) {
      leave();
      heading = title;
      isUsed = false;
    } else if (line.trim() === '' || /^-{3,}$/.test(line.trim())) end();
    else lines.push(line.trimEnd());
  }
  leave();
  return found;
}

/** A line that is a heading, or nothing but bold. */
function headingOf(line: string): string | undefined {
  const marks = /^#{1,6}\s/.exec(line)?.[0];
  const title = marks ? line.slice(marks.length) : /^\*\*([^*]{1,200})\*\*:?$/.exec(line)?.[1];
  return title?.trim() || undefined;
}
