import { visible } from '../text/visible.ts';
import type { Finding } from '../tools/care.ts';
import type { Reads, Transcripts } from '../tools/transcripts.ts';
import { lagOf, medianOf } from './lag.tsx';
import { Ago, agentName, number, plural } from './words.tsx';

/** What the checks of the server complain about; nothing when all is well. */
export const Warnings = ({ findings }: { findings: readonly Finding[] }) => {
  const notable = findings.filter(({ ok, status }) => !ok || status === 'warning');
  if (notable.length === 0) return null;
  return (
    <section aria-labelledby="look">
      <h2 id="look">
        <a class="title" href="/care">
          {plural(notable.length, 'check')} to look at
        </a>
      </h2>
      <ul class="hits">
        {notable.map((one) => (
          <li>
            <b class="warning">{one.check}</b> <bdi>{visible(one.detail)}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Start = ({ what, label }: { what: string; label: string }) => (
  <form method="post" action="/import">
    <input type="hidden" name="what" value={what} />
    <button type="submit">{label}</button>
  </form>
);

/** What following an agent's transcripts stored since the start, and how long after each change. */
const Followed = ({ reads, now }: { reads: Reads; now: Date }) => {
  const lags = reads.lags.map(({ lagMs }) => lagMs);
  const last = reads.lags.at(-1);
  return (
    <p class="about">
      {last === undefined ? null : (
        <span>
          last <Ago at={new Date(last.at).toISOString()} now={now} />
        </span>
      )}
      <span>
        {lagOf(medianOf(lags))} after a change, at most {lagOf(Math.max(...lags))}
      </span>
      <span>
        {number(reads.stored)} stored, {plural(reads.skipped, 'line')} skipped,{' '}
        {plural(reads.redacted, 'secret')} removed
      </span>
    </p>
  );
};

/**
 * The transcripts of this machine: found, read, compared.
 *
 * @param part of the page that changes with what is imported.
 */
export const Machine = ({
  transcripts,
  now,
  part = '#transcripts',
}: {
  transcripts: Transcripts;
  now: Date;
  part?: string;
}) => {
  const { folders, follows, waiting, lagMs, busy, at, failed } = transcripts;
  const sumOf = (name: 'files' | 'unread') => folders.reduce((sum, one) => sum + one[name], 0);
  const [found, unread] = [sumOf('files'), sumOf('unread')];
  const importedAt = folders
    .flatMap((one) => one.importedAt ?? [])
    .sort()
    .at(-1);
  return (
    <section id="transcripts" aria-labelledby="machine">
      <h2 id="machine">Transcripts of this machine</h2>
      <table class="listing">
        <thead>
          <tr>
            <th scope="col">Agent</th>
            <th scope="col" class="figure">
              Files
            </th>
            <th scope="col" class="figure">
              New
            </th>
            <th scope="col">Verified</th>
          </tr>
        </thead>
        <tbody>
          {folders.map(({ agent, files, unread, verified, reads }) => (
            <>
              <tr>
                <td>{agentName(agent)}</td>
                <td class="figure">{number(files)}</td>
                <td class="figure">{number(unread)}</td>
                <td>
                  {verified === undefined ? (
                    <span class="quiet">not compared</span>
                  ) : (
                    <span class={verified.faults > 0 ? 'warning' : undefined}>
                      {number(verified.present + verified.deleted)} of {number(verified.expected)}
                    </span>
                  )}
                </td>
              </tr>
              {reads === undefined ? null : (
                <tr class="more-of-it">
                  <td colspan={4}>
                    <Followed reads={reads} now={now} />
                  </td>
                </tr>
              )}
            </>
          ))}
        </tbody>
      </table>
      {found === 0 ? null : (
        <p class="quiet">
          {unread === 0
            ? 'Nothing new to import.'
            : unread === found
              ? 'None of them was imported yet.'
              : `${number(unread)} of ${plural(found, 'transcript')} ${unread === 1 ? 'was' : 'were'} not imported, or changed since.`}{' '}
          {importedAt === undefined ? null : (
            <>
              Last import <Ago at={importedAt} now={now} />.
            </>
          )}{' '}
          {failed === 0 ? null : <span class="warning">{plural(failed, 'file')} could not be read.</span>}
        </p>
      )}
      <p class="quiet">
        {follows
          ? waiting === 0
            ? 'Followed as they grow; nothing is waiting.'
            : `Followed as they grow: ${plural(waiting, 'change')} waiting for ${Math.round(lagMs / 1000)} s.`
          : 'Not followed by this server.'}{' '}
        {at === undefined ? (
          ''
        ) : (
          <>
            Compared <Ago at={at} now={now} />.
          </>
        )}
      </p>
      {found === 0 ? null : (
        <div class="more">
          {busy === undefined ? (
            <>
              {unread === 0 ? null : (
                <Start what="importing" label={`Import ${plural(unread, 'transcript')}`} />
              )}
              <Start what="verifying" label="Compare with the lake" />
            </>
          ) : (
            <span
              class="quiet"
              role="status"
              hx-get="/"
              hx-select={part}
              hx-target={part}
              hx-swap="outerHTML"
              hx-trigger="load delay:1s"
            >
              {busy === 'importing' ? 'Importing…' : 'Comparing…'}
            </span>
          )}
        </div>
      )}
    </section>
  );
};

/** What to do when nothing is stored yet. */
export const FirstSteps = ({ url }: { url: string }) => (
  <section aria-labelledby="first">
    <h2 id="first">Connect an agent</h2>
    <p>
      Nothing is stored yet. While this server runs, it follows Claude Code, Codex, Gemini CLI and other
      agents of this machine. To let them search, run <code>dewey setup</code>, or:
    </p>
    <pre>{`claude mcp add --transport http dewey ${url}/mcp

# ~/.codex/config.toml
[mcp_servers.dewey]
url = "${url}/mcp"

# ~/.gemini/settings.json
{"mcpServers":{"dewey":{"httpUrl":"${url}/mcp"}}}`}</pre>
  </section>
);
