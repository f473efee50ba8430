import { Hono } from 'hono';
import { ToolError } from '../../../handlers/tool/errors.ts';
import { type AuditRow, AuditRows } from '../parts/audit.tsx';
import { DeadLetters, Findings, type Key, Keys, Policies } from '../parts/care.tsx';
import { page } from '../parts/layout.tsx';
import { daysShown, Sizes, type Stats } from '../parts/sizes.tsx';
import { PurgeQuestion, Trash, type TrashFound } from '../parts/trash.tsx';
import { Backups, Jobs } from '../parts/upkeep.tsx';
import { plural } from '../parts/words.tsx';
import type { Finding } from '../tools/care.ts';
import { trashTool } from '../tools/care.ts';
import type { Upkeep } from '../tools/upkeep.ts';
import { formOf } from '../visit/form.ts';
import type { PageEnv, PageParts } from '../visit/page-env.ts';
import { administers } from '../visit/visit.ts';

type Spool = {
  dead_letters: { id: string; reason: string; error?: string; at?: string; attempts: number }[];
  total: number;
  unaccounted: number;
};
type Retention = {
  policies: { project: string | null; role: string | null; keep_days: number | null }[];
  undo_days: number;
};
type DryRun = {
  expired: { conversations: number; messages: Record<string, number>; artifacts: Record<string, number> };
};

const notes: Readonly<Record<string, string>> = {
  restored: 'It is back.',
  retried: 'The dead letters were tried again.',
  purged:
    'It is gone for good. The newest report below has the counts of what was removed, and of what is left.',
};

/** The rows asked for: filters of the audit log that are empty do not count. */
const auditFilter = (query: Record<string, string>) =>
  Object.fromEntries(
    (['tool', 'key', 'outcome'] as const).flatMap((name) => {
      const value = query[name]?.trim().slice(0, 200);
      return value ? [[name, value]] : [];
    }),
  );

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, n) => sum + n, 0);

/** What a form of the trash is about, as the tools name it. */
const deletedIn = ({ conversation, document }: Record<string, string>) =>
  conversation === undefined ? { artifact_id: document } : { conversation_id: conversation };

/** `/care`: whether everything works, what can be undone, and who did what. For admin keys without limits. */
export function carePage({ clock, doctor, upkeep }: PageParts): Hono<PageEnv> {
  return new Hono<PageEnv>()
    .get('/', async (c) => {
      const { visit } = c.env;
      if (!administers(visit.identity))
        return c.html(
          page(
            visit,
            { title: 'Care', at: '/care' },
            <>
              <h1>Care</h1>
              <p class="empty">This page needs a key with the scope admin and without limits.</p>
            </>,
          ),
        );
      const filter = auditFilter(c.req.query());
      const withPages = c.req.query('pages') === '1';
      const dry = c.req.query('dry') === '1';
      const [examined, kept, trash, spool, retention, keys, audit, stats, expired] = await Promise.all([
        doctor === undefined ? undefined : visit.call<{ findings: Finding[] }>(doctor, {}),
        visit.call<Upkeep>(upkeep, {}),
        visit.call<TrashFound>(trashTool, {}),
        visit.call<Spool>('spool_list', {}),
        visit.call<Retention>('retention_list', {}),
        visit.call<{ keys: Key[] }>('keys_list', {}),
        visit.call<{ calls: AuditRow[] }>('audit_list', {
          ...filter,
          without_pages: !withPages,
          limit: 40,
        }),
        visit.call<Stats>('lake_stats', { days: daysShown }),
        dry ? visit.call<DryRun>('retention_run', { dry_run: true }) : undefined,
      ]);
      return c.html(
        page(
          visit,
          { title: 'Care', at: '/care', said: notes[c.req.query('said') ?? ''], charts: true },
          <>
            <div class="heading">
              <h1>Care</h1>
            </div>
            <div class="halves">
              <div>
                {examined === undefined ? null : <Findings findings={examined.findings} />}
                <DeadLetters spool={spool} />
                <Jobs jobs={kept.jobs} waitingSince={kept.waitingSince} now={clock()} />
                <Backups backups={kept.backups} now={clock()} />
                <Trash
                  trash={trash}
                  undoDays={retention.undo_days}
                  now={clock()}
                  purgedNow={c.req.query('said') === 'purged'}
                />
                <Policies policies={retention.policies} />
                {expired === undefined ? (
                  <p class="more">
                    <a href="/care?dry=1">What would retention delete now?</a>
                  </p>
                ) : (
                  <p class="said">
                    Retention would delete {plural(expired.expired.conversations, 'session')}, the text of{' '}
                    {plural(sumOf(expired.expired.messages), 'message')} and{' '}
                    {plural(sumOf(expired.expired.artifacts), 'document')}.
                  </p>
                )}
              </div>
              <div>
                <Sizes stats={stats} now={clock()} />
                <Keys keys={keys.keys} />
                <AuditRows rows={audit.calls} filter={filter} withPages={withPages} />
              </div>
            </div>
          </>,
        ),
      );
    })
    .post('/restore', async (c) => {
      await c.env.visit.call('restore_deleted', deletedIn(await formOf(c)));
      return c.redirect('/care?said=restored', 303);
    })
    .get('/purge', async (c) => {
      const { visit } = c.env;
      const { conversation, document } = c.req.query();
      if (!administers(visit.identity))
        throw new ToolError('forbidden', 'This page needs a key with the scope admin and without limits.');
      const trash = await visit.call<TrashFound>(trashTool, {});
      const found =
        trash.conversations.find(({ id }) => id === conversation) ??
        trash.documents.find(({ id }) => id === document);
      if (!found) throw new ToolError('not_found', 'This is not in the trash.');
      const name = found.id === conversation ? 'conversation' : 'document';
      const title = found.title ?? 'Untitled';
      return c.html(
        page(
          visit,
          { title: 'Purge', at: '/care' },
          <PurgeQuestion name={name} id={found.id} title={title} />,
        ),
      );
    })
    .post('/purge', async (c) => {
      await c.env.visit.call('purge_deleted', deletedIn(await formOf(c)));
      return c.redirect('/care?said=purged', 303);
    })
    .post('/spool', async (c) => {
      await formOf(c);
      await c.env.visit.call('spool_retry', { all: true });
      return c.redirect('/care?said=retried', 303);
    });
}
