import { capture } from './capture.ts';
import { store } from './store.ts';
import { machine } from './support.ts';

const benches = [store, capture];

/** `npm run bench` runs them all; `npm run bench -- store` the named ones. */
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const chosen = wanted.length > 0 ? benches.filter((bench) => wanted.includes(bench.name)) : benches;
if (chosen.length === 0) {
  process.stderr.write(`No such benchmark. There are: ${benches.map((bench) => bench.name).join(', ')}.\n`);
  process.exitCode = 2;
}
for (const bench of chosen) {
  process.stdout.write(`\n## ${bench.name}\n\n${machine()}\n`);
  await bench.run();
}
