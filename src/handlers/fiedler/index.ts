import type { Shelf } from '../catalog.ts';
import getFiedlerResults from './get-fiedler-results.ts';
import storeFiedlerResult from './store-fiedler-result.ts';

const shelf: Shelf = {
  name: 'fiedler',
  title: 'Orchestration results',
  tools: [storeFiedlerResult, getFiedlerResults],
};

export default shelf;
