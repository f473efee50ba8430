import type { Toolset } from '../tool/catalog.ts';
import getFiedlerResults from './get-fiedler-results.ts';
import storeFiedlerResult from './store-fiedler-result.ts';

const toolset: Toolset = {
  name: 'fiedler',
  title: 'Orchestration results',
  tools: [storeFiedlerResult, getFiedlerResults],
};

export default toolset;
