import { getTableName } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as schema from './index.ts';

/**
 * The toolsets that a table's rows belong to: a limited key needs one of them to use the table. `shared`: holds no user
 * content. `internal`: not readable with a limited key. A table not listed here cannot be used with a limited key at
 * all.
 */
const holders = {
  conversations:
    /^(conversations|conversation_(heads|catalogue|usage|keys)|messages|packed_texts|tombstones|expired_messages|capture_(sources|keys|fragments|raw|positions))$/,
  contexts: /^(startup_context(s|_versions)|tombstones|record_deletions)$/,
  fiedler: /^(fiedler_results|record_deletions)$/,
  decisions:
    /^(decisions|decision_\w+|code_changes|lessons|calibrations|skills|skill_versions|antipatterns)$/,
  experience: /^(experiences|experience_sketches|experience_use|record_deletions)$/,
  reasoning: /^(reasoning_(sessions|thoughts)|record_deletions)$/,
  workflow: /^(workflow_(presets|sessions|tokens)|record_deletions)$/,
  artifacts: /^(artifacts|artifact_revisions|artifact_chunks|tombstones)$/,
  events: /^(semantic_events|event_(evidence|corrections|jobs))$/,
  memory: /^memories$/,
  // Records of tool calls for gates; names of models; document numbers.
  shared: /^(workflow_activity|search_(models|embeddings|embedding_claims|queue|deletions))$/,
  internal:
    /^(api_keys|audit_(log|chain|journals)|limit_counts|retention_(policies|runs|clock)|search_(segments|postings|targets|dead_letters))$/,
};

/** The toolset that the texts of a search collection belong to. */
export const searchedToolsets: Readonly<Record<string, string>> = {
  messages: 'conversations',
  decisions: 'decisions',
  experiences: 'experience',
  chunks: 'artifacts',
  events: 'events',
  memories: 'memory',
  results: 'fiedler',
};

/** The toolsets that each table of the schema belongs to; empty for a table missing above. */
export const tableToolsets: ReadonlyMap<string, readonly string[]> = new Map(
  Object.values(schema)
    .filter((one) => one instanceof PgTable)
    .map((table) => {
      const name = getTableName(table);
      return [name, Object.entries(holders).flatMap(([toolset, names]) => (names.test(name) ? toolset : []))];
    }),
);
