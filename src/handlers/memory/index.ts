import type { Toolset } from '../tool/catalog.ts';
import historyAppend from './history-append.ts';
import historyGet from './history-get.ts';
import memoryDelete from './memory-delete.ts';
import memoryList from './memory-list.ts';
import memorySearch from './memory-search.ts';
import memoryStore from './memory-store.ts';

const toolset: Toolset = {
  name: 'memory',
  title: 'Memory',
  tools: [memoryStore, memorySearch, memoryList, memoryDelete, historyAppend, historyGet],
};

export default toolset;
