import * as z from 'zod';
import { fiedlerStatuses, reasoningPhases } from '../../db/schema/index.ts';
import type { RecordKind } from '../../db/schema/records.ts';
import { experienceDomains, experienceTypes } from '../../db/schema/vocabulary.ts';
import { contextAddresses } from '../../handlers/contexts/resources.ts';
import { contextName } from '../../handlers/contexts/shared.ts';
import { experienceId } from '../../handlers/experience/shared.ts';
import { builtIn, enforcements } from '../../handlers/shared/domain/presets.ts';
import * as p from '../../handlers/shared/params.ts';
import { storable } from '../../handlers/tool/text.ts';
import { presetName } from '../../handlers/workflow/shared.ts';

/** A kind of record as people meet it. */
export type KindCard = {
  /** What one and several are called. */
  one: string;
  many: string;
  /** The tools are `browse_<slug>`, `delete_<slug>` and `restore_<slug>`. */
  slug: string;
  toolset: string;
  id: z.ZodType<string | number>;
  /** Its id as text in a cursor. */
  idText: z.ZodType<string>;
  /** What a listing can be filtered by, beside its time. */
  filters: Readonly<Record<string, z.ZodType>>;
  /** Whether its records can be active, and are deleted then only with `force`. */
  mayBeActive?: true;
  /** Why one that is not stored cannot be deleted. */
  fixed?(id: string): string | undefined;
  /** URIs of the resources that change with it. */
  addresses?(id: string): string[];
};

const text = (most: number) => z.string().min(1).max(most);
const of = (what: string) => `Only those ${what}`;
const project = p.project.optional().describe(of('of this project'));
/** As an id in a cursor, which anybody may write: PostgreSQL stores no NUL, and no surrogate that stands alone. */
const anyText = text(500).refine((id) => storable(id) === id);

/** Every kind of record that is browsed, deleted and restored in the same way. */
export const kinds: Readonly<Record<RecordKind, KindCard>> = {
  experience: {
    one: 'experience',
    many: 'experiences',
    slug: 'experiences',
    toolset: 'experience',
    id: experienceId,
    idText: z.string().regex(/^\d{1,13}$/),
    filters: {
      type: z.enum(experienceTypes).optional().describe(of('of this type')),
      domain: z.enum(experienceDomains).optional().describe(of('of this domain')),
      project,
      tag: text(100).optional().describe(of('with this tag')),
      replaced: z.boolean().default(false).describe('Also those that a revision replaced'),
    },
  },
  preset: {
    one: 'preset',
    many: 'presets',
    slug: 'presets',
    toolset: 'workflow',
    id: presetName,
    idText: anyText,
    filters: { type: z.enum(enforcements).optional().describe(of('enforced in this way')) },
    fixed: (name) => (builtIn(name) ? `The preset ${name} is built in.` : undefined),
  },
  reasoning: {
    one: 'reasoning session',
    many: 'reasoning sessions',
    slug: 'reasoning_sessions',
    toolset: 'reasoning',
    id: p.sessionId.describe('Reasoning session'),
    idText: anyText,
    filters: { type: z.enum(reasoningPhases).optional().describe(of('in this phase')), project },
  },
  context: {
    one: 'startup context',
    many: 'startup contexts',
    slug: 'startup_contexts',
    toolset: 'contexts',
    id: contextName.describe('Name'),
    idText: anyText,
    filters: {
      type: z.enum(['active', 'inactive']).optional().describe(of('in this state')),
      project,
    },
    mayBeActive: true,
    addresses: (name) => contextAddresses({ name }),
  },
  result: {
    one: 'result',
    many: 'results',
    slug: 'results',
    toolset: 'fiedler',
    id: p.id('result').describe('Result'),
    idText: z.guid(),
    filters: {
      type: text(500).optional().describe(of('of this model')),
      status: z.enum(fiedlerStatuses).optional().describe(of('with this status')),
      run: text(500).optional().describe(of('of this orchestration run')),
      project,
    },
  },
};
