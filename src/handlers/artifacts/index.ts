import type { Shelf } from '../catalog.ts';
import artifactDelete from './artifact-delete.ts';
import artifactGet from './artifact-get.ts';
import artifactIngest from './artifact-ingest.ts';
import artifact from './resource.ts';

const shelf: Shelf = {
  name: 'artifacts',
  title: 'Documents',
  tools: [artifactIngest, artifactGet, artifactDelete],
  resources: [artifact],
};

export default shelf;
