import { visible } from '../text/visible.ts';
import type { Upkeep } from '../tools/upkeep.ts';
import { Ago, duration, number, plural } from './words.tsx';

/** The queue of extractions by state, and how long the oldest waits. */
export const Jobs = ({ jobs, waitingSince, now }: Pick<Upkeep, 'jobs' | 'waitingSince'> & { now: Date }) => (
  <section aria-labelledby="jobs">
    <h2 id="jobs">Queue</h2>
    <p class={jobs.FAILED > 0 ? 'warning' : 'quiet'}>
      {plural(jobs.PENDING, 'extraction')} waiting, {number(jobs.PROCESSING)} running, {number(jobs.FAILED)}{' '}
      failed, {number(jobs.DONE)} done.
      {waitingSince === undefined
        ? null
        : ` The oldest has been due for ${duration(Math.max(0, now.getTime() - Date.parse(waitingSince)))}.`}
    </p>
  </section>
);

/** The newest scheduled backup, or how to make one. */
export const Backups = ({ backups, now }: Pick<Upkeep, 'backups'> & { now: Date }) => (
  <section aria-labelledby="backups">
    <h2 id="backups">Backups</h2>
    {backups?.newest === undefined ? (
      <>
        <p class="quiet">
          {backups === undefined
            ? 'None are scheduled by this server. To make one:'
            : `None yet in ${visible(backups.folder)}. To make one now:`}
        </p>
        <pre>
          <code>dewey backup lake.backup.gz</code>
        </pre>
      </>
    ) : (
      <p class="text">
        Newest <Ago at={backups.newest.at} now={now} />: <bdi>{visible(backups.newest.file)}</bdi>{' '}
        <span class="quiet">
          One every {duration(backups.everyMs).replace(/ 0 min$/, '')}, {plural(backups.kept, 'file')} there.
        </span>
      </p>
    )}
  </section>
);
