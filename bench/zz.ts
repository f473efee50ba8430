import { searchStore } from './search-store.ts';
await searchStore.run({rounds:process.argv[2]??'1',messages:process.argv[3]??'6000'});
