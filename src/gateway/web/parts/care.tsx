import { oneLine, visible } from '../text/visible.ts';
import type { Finding } from '../tools/care.ts';
import { Project, plural, Time } from './words.tsx';

const state = ({ ok, status }: Finding): string => (ok ? (status === 'warning' ? 'look' : 'fine') : 'broken');

/** What the checks of the server found: what needs a look first. */
export const Findings = ({ findings }: { findings: readonly Finding[] }) => {
  const notable = findings.filter((one) => state(one) !== 'fine');
  const fine = findings.filter((one) => state(one) === 'fine');
  const rows = (some: readonly Finding[]) =>
    some.map((one) => (
      <tr>
        <td class={state(one) === 'fine' ? 'quiet' : 'warning'}>{state(one)}</td>
        <td>{one.check}</td>
        <td class="text">{visible(one.detail)}</td>
      </tr>
    ));
  return (
    <section aria-labelledby="doctor">
      <h2 id="doctor">
        {notable.length === 0
          ? 'Everything checked is fine'
          : `${plural(notable.length, 'check')} to look at`}
      </h2>
      <table class="listing">
        <tbody>{rows(notable)}</tbody>
      </table>
      <details>
        <summary>{plural(fine.length, 'check')} fine</summary>
        <table class="listing">
          <tbody>{rows(fine)}</tbody>
        </table>
      </details>
    </section>
  );
};

type Letters = {
  dead_letters: { id: string; reason: string; error?: string; at?: string; attempts: number }[];
  total: number;
  unaccounted: number;
};

/** Records that were acknowledged and could not be stored. */
export const DeadLetters = ({ spool }: { spool: Letters }) => (
  <section aria-labelledby="spool">
    <h2 id="spool">Spool</h2>
    <p class={spool.total + spool.unaccounted > 0 ? 'warning' : 'quiet'}>
      {plural(spool.total, 'dead letter')}, {plural(spool.unaccounted, 'record')} unaccounted for.
    </p>
    {spool.total === 0 ? null : (
      <>
        <table class="listing">
          <tbody>
            {spool.dead_letters.slice(0, 20).map((one) => (
              <tr>
                <td>{visible(one.reason)}</td>
                <td class="text">{oneLine(one.error ?? '', 200)}</td>
                <td>{one.at === undefined ? null : <Time at={one.at} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <form method="post" action="/care/spool">
          <button type="submit">Try to store them again</button>
        </form>
      </>
    )}
  </section>
);

type Policy = { project: string | null; role: string | null; keep_days: number | null };

export const Policies = ({ policies }: { policies: readonly Policy[] }) => (
  <section aria-labelledby="retention">
    <h2 id="retention">Retention</h2>
    {policies.length === 0 ? <p class="empty">No policy: everything is kept.</p> : null}
    <table class="listing">
      <tbody>
        {policies.map((one) => (
          <tr>
            <td>{one.project === null ? 'all projects' : <Project name={one.project} />}</td>
            <td>{one.role === null ? 'whole conversations' : `texts of ${one.role}`}</td>
            <td>{one.keep_days === null ? 'kept forever' : `kept ${plural(one.keep_days, 'day')}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

export type Key = {
  name: string;
  scope: string;
  status?: string;
  expires_at?: string | null;
  last_used_at: string | null;
};

export const Keys = ({ keys }: { keys: readonly Key[] }) => (
  <section aria-labelledby="keys">
    <h2 id="keys">Keys</h2>
    {keys.length === 0 ? <p class="empty">None: every program on this machine has full access.</p> : null}
    <table class="listing">
      <tbody>
        {keys.map((one) => (
          <tr>
            <td class="text">{visible(one.name)}</td>
            <td>{one.scope}</td>
            <td>{one.status ?? ''}</td>
            <td>
              {one.last_used_at === null ? (
                <span class="quiet">never used</span>
              ) : (
                <Time at={one.last_used_at} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
