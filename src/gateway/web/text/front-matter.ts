import type { MarkdownIt } from 'markdown-it';

/** Longer ones are none. */
const mostLines = 100;

/** Lets a parser show what a file tells of itself, between `---` at its head, as it is written. */
export function readFrontMatter(parser: MarkdownIt): void {
  parser.block.ruler.before('table', 'front_matter', (state, first, end, silent) => {
    const line = (at: number) => state.src.slice(state.bMarks[at], state.eMarks[at]).trimEnd();
    if (first !== 0 || silent || line(0) !== '---') return false;
    let last = 1;
    while (last < Math.min(end, mostLines) && line(last) !== '---') last += 1;
    if (line(last) !== '---' || last === 1) return false;
    const token = state.push('code_block', 'code', 0);
    token.content = state.getLines(1, last, 0, true);
    token.map = [1, last];
    state.line = last + 1;
    return true;
  });
}
