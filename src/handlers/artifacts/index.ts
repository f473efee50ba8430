import type { Toolset } from '../tool/catalog.ts';
import artifactDelete from './artifact-delete.ts';
import artifactGet from './artifact-get.ts';
import artifactIngest from './artifact-ingest.ts';
import artifactSearch from './artifact-search.ts';
import embeddingHealth from './embedding-health.ts';
import hybridSearch from './hybrid-search.ts';
import artifact from './resource.ts';

const toolset: Toolset = {
  name: 'artifacts',
  title: 'Documents',
  tools: [artifactIngest, artifactSearch, artifactGet, artifactDelete, hybridSearch, embeddingHealth],
  resources: [artifact],
};

export default toolset;
