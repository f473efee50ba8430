import * as z from 'zod';
import { artifactIdOf, uidOf } from '../../db/artifacts/ids.ts';
import { readable, visible } from '../../db/artifacts/reader.ts';
import type { Deps } from '../tool/deps.ts';
import { addressOf, resource } from '../tool/resource.ts';
import { readerOf } from '../tool/rights.ts';
import { beginsWith } from '../tool/text.ts';
import artifactGet from './artifact-get.ts';
import { artifactUri } from './shared.ts';

/** A listing is for picking by hand; a longer one calls for a search. */
const mostListed = 50;

const newest = (deps: Deps, typed: string, most: number) =>
  deps.db.sql<{ artifactUid: string; title: string | null; sourceSystem: string; artifactType: string }[]>`
    select a.artifact_uid, a.title, a.source_system, a.artifact_type from artifacts a
    where ${readable(deps.db.sql, readerOf(deps))} and a.sensitivity <> 'highly_sensitive'
      and a.artifact_uid like ${beginsWith(typed.toLowerCase().replace(/^art_/, 'uid_'))}
    order by a.updated_at desc limit ${most}`;

export default resource({
  uri: artifactUri,
  name: 'artifact',
  title: 'A document',
  description:
    'A document with its text, as JSON; a long one is truncated and says where artifact_get continues.',
  mimeType: 'application/json',
  tool: artifactGet,
  output: z.unknown(),
  input: ({ id }) => ({ artifact_id: id, include_content: true }),
  async list(deps) {
    const rows = await newest(deps, '', mostListed);
    return rows.map(({ artifactUid, title, sourceSystem, artifactType }) => ({
      uri: addressOf(artifactUri, { id: artifactIdOf(artifactUid) }),
      name: title ?? artifactIdOf(artifactUid),
      description: `${artifactType} from ${sourceSystem}.`,
    }));
  },
  async hears({ id = '' }, deps) {
    const { sql } = deps.db;
    const found = await sql`
      select from artifacts a where a.artifact_uid = ${uidOf(id)} and ${visible(sql, readerOf(deps))}`;
    return found.count > 0;
  },
  complete: {
    async id(typed, deps) {
      const rows = await newest(deps, typed.startsWith('art_') ? typed : '', 100);
      return rows.map(({ artifactUid }) => artifactIdOf(artifactUid)).filter((id) => id.startsWith(typed));
    },
  },
});
