import { Hono } from 'hono';
import { page } from '../parts/layout.tsx';
import { link, number } from '../parts/words.tsx';
import { visible } from '../text/visible.ts';
import { type RawLine, type RawPage, rawLinesTool } from '../tools/raw-lines.ts';
import type { PageEnv } from '../visit/page-env.ts';
import { wholeNumber } from '../visit/whole-number.ts';

const pageLines = 100;

const reasons: Readonly<Record<NonNullable<RawLine['missing']>, string>> = {
  unreadable: 'This line is damaged and cannot be read.',
  'other session': 'This line belongs to another session of the same file.',
};

const Line = ({ line, at }: { line: RawLine; at: string }) => (
  <li id={`l${line.number}`} value={line.number} data-item>
    {line.missing === undefined ? (
      <pre dir="auto">{visible(line.text ?? '')}</pre>
    ) : (
      <p class="quiet">{reasons[line.missing]}</p>
    )}
    {line.nextOffset === undefined ? null : (
      <p>
        <a href={link(at, { after: line.number - 1, from: line.nextOffset })}>
          The rest of line {number(line.number)}
        </a>
      </p>
    )}
  </li>
);

const Lines = ({ found, at, after }: { found: RawPage; at: string; after: number }) => {
  if (found.expired)
    return (
      <p class="empty">
        A retention policy removed texts of this session. Its lines, which contain them, are not shown and are
        purged with them.
      </p>
    );
  if (found.lines.length === 0)
    return (
      <p class="empty">
        {found.total === 0
          ? 'None are kept: this session was not read from a transcript that grows, or its lines were removed.'
          : `There are only ${number(found.total)} lines.`}
      </p>
    );
  const more = (
    <p class="more">
      {after > 0 ? <a href={link(at, { after: Math.max(0, after - pageLines) })}>Earlier lines</a> : null}
      {found.next === undefined ? null : (
        <a href={link(at, { after: found.next })}>
          Lines {number(found.next + 1)} to {number(found.total)}
        </a>
      )}
    </p>
  );
  return (
    <>
      <ol class="raw-lines">
        {found.lines.map((line) => (
          <Line line={line} at={at} />
        ))}
      </ol>
      {more}
    </>
  );
};

/** `/sessions/:id/raw`: the lines of the transcript that a session was captured from. */
export function rawLinesPage(): Hono<PageEnv> {
  return new Hono<PageEnv>().get('/:id/raw', async (c) => {
    const { visit } = c.env;
    const id = c.req.param('id');
    const after = wholeNumber(c.req.query('after'), 0);
    const found = await visit.call<RawPage>(rawLinesTool, {
      conversation_id: id,
      after,
      limit: pageLines,
      char_offset: wholeNumber(c.req.query('from'), 0),
    });
    return c.html(
      page(
        visit,
        { title: 'Raw lines', at: '/sessions' },
        <>
          <h1>Raw lines</h1>
          <p class="about">
            <a href={`/sessions/${encodeURIComponent(id)}`}>Back to the session</a>
            <span>{number(found.total)} lines as the agent wrote them, without secrets</span>
          </p>
          <Lines found={found} at={`/sessions/${encodeURIComponent(id)}/raw`} after={after} />
        </>,
      ),
    );
  });
}
