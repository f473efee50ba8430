import { searchScale } from './search-scale.ts';

await searchScale.run({ sizes: process.argv[2] ?? '10000', verify: process.argv[3] ?? '10000' });
