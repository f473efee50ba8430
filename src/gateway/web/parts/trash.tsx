import { oneLine, visible } from '../text/visible.ts';
import { Ago, Project, plural, Time } from './words.tsx';

export type TrashFound = {
  conversations: {
    id: string;
    project: string | null;
    title: string | null;
    messages: number;
    deletedAt: string;
  }[];
  documents: { id: string; title: string | null; deletedAt: string }[];
  runs: { at: string; report: string }[];
};

const Undo = ({ name, id }: { name: 'conversation' | 'document'; id: string }) => (
  <form method="post" action="/care/restore">
    <input type="hidden" name={name} value={id} />
    <button type="submit" class="plain">
      Undo
    </button>
  </form>
);

/** What can be restored, and what the last runs of retention removed for good. */
export const Trash = ({ trash, undoDays, now }: { trash: TrashFound; undoDays: number; now: Date }) => (
  <section aria-labelledby="trash">
    <h2 id="trash">Trash</h2>
    <p class="quiet">Purged {plural(undoDays, 'day')} after it was deleted.</p>
    {trash.conversations.length + trash.documents.length === 0 ? <p class="empty">Empty.</p> : null}
    <table class="listing">
      <tbody>
        {trash.conversations.map((one) => (
          <tr>
            <td>
              <bdi>{oneLine(one.title ?? '', 120) || 'Untitled session'}</bdi>{' '}
              <span class="quiet">
                {plural(one.messages, 'turn')} <Project name={one.project} />
              </span>
            </td>
            <td>
              <Ago at={one.deletedAt} now={now} />
            </td>
            <td>
              <Undo name="conversation" id={one.id} />
            </td>
          </tr>
        ))}
        {trash.documents.map((one) => (
          <tr>
            <td>
              <bdi>{oneLine(one.title ?? '', 120) || 'Untitled document'}</bdi>
            </td>
            <td>
              <Ago at={one.deletedAt} now={now} />
            </td>
            <td>
              <Undo name="document" id={one.id} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    {trash.runs.length === 0 ? null : (
      <details>
        <summary>Reports of the last purges</summary>
        {trash.runs.map((run) => (
          <>
            <p class="quiet">
              <Time at={run.at} />
            </p>
            <pre>{visible(run.report.slice(0, 4000))}</pre>
          </>
        ))}
      </details>
    )}
  </section>
);
