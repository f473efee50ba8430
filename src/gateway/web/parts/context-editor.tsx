import { number } from './words.tsx';

/** Stores a new version. */
export const Editor = ({ name, content, active }: { name: string; content: string; active: boolean }) => (
  <form class="stack" method="post" action="/memory/contexts">
    {name === '' ? (
      <>
        <label>
          Name <input type="text" name="name" maxlength={200} required />
        </label>
        <label>
          Project, empty for every session <input type="text" name="project" maxlength={500} />
        </label>
      </>
    ) : (
      <input type="hidden" name="name" value={name} />
    )}
    <label>
      Text
      <textarea name="content" required dir="auto">
        {content}
      </textarea>
    </label>
    <label class="check">
      <input type="checkbox" name="active" value="1" checked={active} /> Sessions are given this context
    </label>
    <button type="submit" class="primary">
      Store as a new version
    </button>
  </form>
);

/** Makes an earlier version the current one, or approves one that waits. */
export const Restore = ({ name, version }: { name: string; version: number }) => (
  <form method="post" action="/memory/contexts">
    <input type="hidden" name="name" value={name} />
    <input type="hidden" name="version" value={String(version)} />
    <button type="submit" class="plain">
      Restore or approve version {number(version)}
    </button>
  </form>
);
