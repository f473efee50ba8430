import type { Shelf } from '../catalog.ts';
import historyAppend from './history-append.ts';
import historyGet from './history-get.ts';
import memoryDelete from './memory-delete.ts';
import memoryList from './memory-list.ts';
import memorySearch from './memory-search.ts';
import memoryStore from './memory-store.ts';

const shelf: Shelf = {
  name: 'memory',
  title: 'Memory',
  tools: [memoryStore, memorySearch, memoryList, memoryDelete, historyAppend, historyGet],
};

export default shelf;
