import * as z from 'zod';
import { uidOf } from '../../db/artifacts/ids.ts';
import { readableAmong } from '../../db/artifacts/readable-among.ts';
import type { Deps } from '../tool/deps.ts';
import { readerOf, sees } from '../tool/rights.ts';
import { lakeKinds, toolsetOf } from './lake-sources.ts';

const ofLake = z.object({ kind: z.enum(lakeKinds), id: z.string() });

/**
 * Of the citations that a session keeps, those of what this caller may see: another key, with other limits, may have
 * gathered them. Files, results of tools and of web searches were given by whoever gathered, not read from the lake.
 */
export async function citedFor(deps: Deps, sources: unknown): Promise<unknown> {
  if (!Array.isArray(sources)) return sources;
  const read = sources.map((source: unknown) => ({ source, cited: ofLake.safeParse(source).data }));
  const uids = read.flatMap(({ cited }) =>
    cited?.kind === 'artifact' && sees(deps, toolsetOf('artifact')) ? [uidOf(cited.id)] : [],
  );
  const documents = await readableAmong(deps.db.sql, uids, readerOf(deps));
  return read
    .filter(
      ({ cited }) =>
        cited === undefined ||
        (sees(deps, toolsetOf(cited.kind)) && (cited.kind !== 'artifact' || documents.has(uidOf(cited.id)))),
    )
    .map(({ source }) => source);
}
