import { matchesOf } from '../../../db/search/text/highlight.ts';
import { passage } from '../text/plain.ts';

/** A passage that a search for `query` found, with its matches marked. */
export const Snippet = ({
  text,
  query,
  role,
  most = 600,
}: {
  text: string;
  query: string;
  role?: string;
  most?: number;
}) => {
  const shown = passage(text.slice(0, most * 2), role).slice(0, most);
  const matches = matchesOf({ text: query, mode: 'auto' }, shown);
  return (
    <bdi class="snippet">
      {matches.flatMap(({ start, end }, i) => [
        shown.slice(matches[i - 1]?.end ?? 0, start),
        <mark>{shown.slice(start, end)}</mark>,
      ])}
      {shown.slice(matches.at(-1)?.end ?? 0)}
    </bdi>
  );
};
