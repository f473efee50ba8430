import { and, eq, isNull } from 'drizzle-orm';
import * as z from 'zod';
import { listArtifacts } from '../../../db/artifacts/list.ts';
import { eventsOfRevision } from '../../../db/events/events.ts';
import { artifactTypes } from '../../../db/schema/artifacts.ts';
import { memories } from '../../../db/schema/memories.ts';
import { sessionBrief } from '../../../handlers/contexts/brief.ts';
import { revisionMeant } from '../../../handlers/events/revision.ts';
import * as e from '../../../handlers/events/shared.ts';
import { noMemory } from '../../../handlers/memory/shared.ts';
import * as p from '../../../handlers/shared/params.ts';
import { loadTokenizer } from '../../../handlers/shared/tokenizer.ts';
import { readerOf } from '../../../handlers/tool/rights.ts';
import { tool } from '../../../handlers/tool/tool.ts';
import { sessionContext } from '../../capture/hooks/startup-context.ts';

const orNull = (what: string) => z.string().nullable().describe(what);

const listed = z.object({
  artifactUid: z.string().describe('Document'),
  title: orNull('Title'),
  artifactType: z.enum(artifactTypes).describe('Kind'),
  sourceSystem: z.string().describe('Source'),
  author: orNull('Author'),
  updatedAt: z.string().describe('Time of the last ingest'),
  revisions: z.int().describe('Revisions'),
});
export type ListedDocument = z.output<typeof listed>;

export const documentsTool = tool({
  name: 'viewer_documents',
  title: 'List documents',
  description: 'The documents this key can see, the one changed last first.',
  effect: 'read',
  toolset: 'artifacts',
  input: z.strictObject({
    type: z.enum(artifactTypes).optional().describe('Kind'),
    limit: p.limit,
    offset: p.offset,
  }),
  output: z.object({ documents: z.array(listed).describe('This page') }),
  run: async ({ type, limit, offset }, deps) => ({
    documents: await listArtifacts(deps.db.sql, readerOf(deps), { type, limit, offset }),
  }),
});

/** What people said are no events of a revision; `event_list_for_revision` leaves them out. */
export const rejectedEventsTool = tool({
  name: 'viewer_rejected_events',
  title: 'List rejected events',
  description: 'The events of a revision that a person rejected.',
  effect: 'read',
  toolset: 'events',
  lends: ['artifacts'],
  input: z.strictObject({ artifact_uid: e.artifactUid, revision_id: e.revisionId }),
  output: z.object({ events: z.array(e.eventOut).describe('In the order of the text') }),
  async run(input, deps) {
    const { uid, revision } = await revisionMeant(deps.db.sql, input, readerOf(deps));
    const found = await eventsOfRevision(deps.db.sql, uid, revision.revisionId, 100, 0, readerOf(deps), {
      rejected: true,
    });
    return { events: found.events.map((event) => e.toEvent(event, deps.clock())) };
  },
});

export const memoryTool = tool({
  name: 'viewer_memory',
  title: 'Show a memory',
  description: 'One memory by its id.',
  effect: 'read',
  toolset: 'memory',
  input: z.strictObject({ memory_id: p.id('memory').describe('The memory') }),
  output: z.object({ memory_id: z.string().describe('Id'), content: z.string().describe('Statement') }),
  async run({ memory_id: id }, { db }) {
    const [found] = await db
      .select({ memory_id: memories.memoryId, content: memories.content })
      .from(memories)
      .where(and(eq(memories.memoryId, id), isNull(memories.deletedAt)));
    if (!found) throw noMemory(id);
    return found;
  },
});

/** What a session is given when it begins, word for word as the hook gives it. */
export const createSessionStart = (briefTokens: number) =>
  tool({
    name: 'viewer_session_start',
    title: 'Preview the start of a session',
    description: 'The text that the next session is given, and its length in tokens.',
    effect: 'read',
    toolset: 'contexts',
    input: z.strictObject({ project: p.project.optional().describe('Folder of the session') }),
    output: z.object({
      text: orNull('The text; null when no context is active'),
      tokens: z.int().describe('Tokens'),
    }),
    async run({ project }, { db, call }) {
      const brief = await sessionBrief(db, { folder: project, tokens: briefTokens, rights: call?.key });
      const given = await sessionContext(db, { folder: project, keys: call?.keyId !== undefined, brief });
      if (!given) return { text: null, tokens: 0 };
      return { text: given.text, tokens: (await loadTokenizer()).count(given.text) };
    },
  });
