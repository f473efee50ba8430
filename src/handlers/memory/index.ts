import type { Shelf } from '../catalog.ts';
import memoryDelete from './memory-delete.ts';
import memoryList from './memory-list.ts';
import memorySearch from './memory-search.ts';
import memoryStore from './memory-store.ts';

const shelf: Shelf = {
  name: 'memory',
  title: 'Memory',
  tools: [memoryStore, memorySearch, memoryList, memoryDelete],
};

export default shelf;
