import * as z from 'zod';
import type { Database } from '../../../db/postgres/connect.ts';
import type { Deps, Log } from '../../../handlers/tool/deps.ts';
import { type Tool, tool } from '../../../handlers/tool/tool.ts';
import { lakeStore } from '../../capture/messages/store.ts';
import { storedMessages } from '../../capture/messages/stored.ts';
import type { CaptureService } from '../../capture/service.ts';
import { findFiles } from '../../capture/transcripts/find-files.ts';
import { importFiles } from '../../capture/transcripts/import.ts';
import { type PresentFile, unreadOf } from '../../capture/transcripts/unread.ts';
import { verifyFiles } from '../../capture/transcripts/verify.ts';
import type { Config } from '../../config/env.ts';
import { secretsOf } from '../../config/redaction.ts';

const usual = new Set(['claude-code', 'codex', 'gemini']);
const keptMs = 10_000;
const count = (what: string) => z.int().describe(what);

const checked = z.object({
  expected: count('Messages in the transcripts'),
  present: count('Of these, messages that are stored'),
  deleted: count('Of these, messages that were deleted on purpose'),
  faults: count('Messages that are missing, different or misplaced'),
});

const reads = z.object({
  stored: count('Messages stored since the start'),
  skipped: count('Lines without a message'),
  redacted: count('Secrets removed'),
  lags: z
    .array(
      z.object({
        at: z.number().describe('When the messages of a change were stored, in milliseconds since 1970'),
        lagMs: z.number().describe('Milliseconds after the change of the file'),
      }),
    )
    .readonly()
    .describe('The latest changes, oldest first'),
});
export type Reads = z.output<typeof reads>;

const state = z.object({
  folders: z
    .array(
      z.object({
        agent: z.string().describe('Agent'),
        files: count('Transcripts found'),
        unread: count('Of these, transcripts that were not imported as they are now'),
        importedAt: z.string().optional().describe('When one of them was last imported'),
        verified: checked.optional().describe('What the last comparison found'),
        reads: reads.optional().describe('What following them stored since the start'),
      }),
    )
    .describe('Where each agent keeps its transcripts'),
  follows: z.boolean().describe('Whether this server follows them'),
  lagMs: z.number().describe('How long the oldest change waits to be read'),
  waiting: count('Changed transcripts that have not been read'),
  busy: z.enum(['importing', 'verifying']).optional().describe('What runs now'),
  at: z.string().optional().describe('When they were last compared'),
  failed: count('Transcripts that the last import could not read'),
});
export type Transcripts = z.output<typeof state>;

type Parts = {
  config: Config;
  db: Database;
  log: Log;
  newId: () => string;
  capture: CaptureService | undefined;
};

/** The transcripts of this machine: what is there, what was read of it, and whether anything is missing. For admins. */
export function transcriptTools({ config, db, log, newId, capture }: Parts): { show: Tool; start: Tool } {
  const secrets = secretsOf(config.redaction);
  const verified = new Map<string, z.output<typeof checked>>();
  let busy: Transcripts['busy'];
  let at: string | undefined;
  let failed = 0;
  const shared = { effect: 'delete', runsOn: 'admin' } as const; // it reads files of this machine

  const agents = [...new Set(config.transcripts.map(({ agent }) => agent))];
  const filesOf = async (agent: string): Promise<PresentFile[]> =>
    (await findFiles(config.transcripts.filter((place) => place.agent === agent))).filter(
      (file) => 'bytes' in file,
    );
  const follows = capture !== undefined && config.watch;
  const unreadBy = async (agent: string) => {
    const files = await filesOf(agent);
    return { agent, files, ...(await unreadOf(db.sql, files, follows)) };
  };

  /** Walking through years of transcripts takes a moment, and a page may be asked for often. */
  let last: { at: number; found: ReturnType<typeof unreadBy>[] } | undefined;
  const counted = (now: number) => {
    if (!last || now - last.at > keptMs) last = { at: now, found: agents.map(unreadBy) };
    return Promise.all(last.found);
  };

  async function verify(): Promise<void> {
    for (const agent of agents) {
      const found = await verifyFiles(await filesOf(agent), storedMessages(db.sql), { secrets });
      const { expected, present, deleted, missing, different, misplaced } = found;
      verified.set(agent, { expected, present, deleted, faults: missing + different + misplaced });
    }
  }

  async function importAll(search: Deps['search']): Promise<void> {
    const files = (await Promise.all(agents.map(unreadBy))).flatMap(({ unread }) => unread);
    const report = await importFiles(files, lakeStore(db.sql, newId, secrets, search));
    failed = report.failed.length;
  }

  const show = tool({
    ...shared,
    name: 'viewer_transcripts',
    title: 'Show the transcripts of this machine',
    description: 'Transcripts of agents on this machine, what was read of them, and the last comparison.',
    input: z.strictObject({}),
    output: state,
    async run(_, { clock }) {
      // Of the agents that are not on this machine, only the usual ones are named.
      const all = await counted(clock().getTime());
      const read = new Map(capture?.tailReads().map(({ agent, ...reads }) => [agent, reads]));
      const found = all
        .filter(({ agent, files }) => files.length > 0 || usual.has(agent))
        .map(({ agent, files, unread, importedAt }) => {
          const [last, reads] = [verified.get(agent), read.get(agent)];
          return {
            agent,
            files: files.length,
            unread: unread.length,
            ...(importedAt === undefined ? {} : { importedAt }),
            ...(last ? { verified: last } : {}),
            ...(reads ? { reads } : {}),
          };
        });
      return {
        folders: found,
        follows,
        failed,
        ...(capture?.tailState() ?? { waiting: 0, lagMs: 0 }),
        ...(busy === undefined ? {} : { busy }),
        ...(at === undefined ? {} : { at }),
      };
    },
  });

  const start = tool({
    ...shared,
    name: 'viewer_read_transcripts',
    title: 'Import or compare transcripts',
    description:
      'Start to import what is new in the transcripts of this machine, or to compare them with what is stored.',
    input: z.strictObject({ what: z.enum(['importing', 'verifying']).describe('What to start') }),
    output: z.object({ started: z.boolean().describe('False when one of them runs already') }),
    async run({ what }, { clock, search }) {
      if (busy !== undefined) return { started: false };
      busy = what;
      const running = what === 'importing' ? importAll(search) : verify();
      running
        .then(() => {
          if (what === 'verifying') at = clock().toISOString();
        })
        .catch((err: unknown) => log.error({ err }, `${what} transcripts for the viewer failed`))
        .finally(() => {
          busy = undefined;
          last = undefined;
        });
      return { started: true };
    },
  });
  return { show, start };
}
