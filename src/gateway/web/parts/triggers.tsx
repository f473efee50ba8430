import { plainLine } from '../text/plain.ts';
import { oneLine, visible } from '../text/visible.ts';
import type { Triggered } from '../tools/decisions.ts';

/** Each antipattern with the decisions that showed it when they were recorded. */
export const Triggers = ({ triggers }: { triggers: readonly Triggered[] }) => {
  const byPattern = new Map<string, Triggered[]>();
  for (const one of triggers) {
    const some = byPattern.get(one.antipattern) ?? [];
    some.push(one);
    byPattern.set(one.antipattern, some);
  }
  return (
    <section aria-labelledby="antipatterns">
      <h2 id="antipatterns">Antipatterns shown</h2>
      {byPattern.size === 0 ? <p class="empty">No decision showed a known antipattern.</p> : null}
      <ul class="hits">
        {[...byPattern.values()].map((some) => (
          <li>
            <b>
              <bdi>{oneLine(some[0]?.pattern ?? '', 200)}</bdi>
            </b>
            <ul>
              {some.map((one) => (
                <li>
                  <a href={`/decisions/${encodeURIComponent(one.decisionId)}`}>
                    <bdi>{plainLine(one.statement, 160)}</bdi>
                  </a>{' '}
                  <span class="quiet">{visible(one.outcome ?? 'waiting')}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
};
