import { visible } from '../text/visible.ts';

/** A passage whose matched words stand between `**`, as searches return it. */
export const Snippet = ({ text, most = 600 }: { text: string; most?: number }) => {
  const parts = visible(text.slice(0, most * 2))
    .slice(0, most)
    .split('**');
  return (
    <bdi class="snippet">
      {parts.map((part, i) => (i % 2 === 1 && i < parts.length - 1 ? <mark>{part}</mark> : part))}
    </bdi>
  );
};
