import { artifacts } from './artifacts.ts';
import { builds } from './builds.ts';
import { capture } from './capture.ts';
import { commandLine } from './command-line.ts';
import { experience } from './experience.ts';
import { extraction } from './extraction.ts';
import { followStore } from './follow-store.ts';
import { formats } from './formats.ts';
import { intent } from './intent.ts';
import { listing } from './listing.ts';
import { packed } from './packed.ts';
import { redaction } from './redaction.ts';
import { rowLevel } from './row-level.ts';
import { searchCluster } from './search-cluster.ts';
import { searchFresh } from './search-fresh.ts';
import { searchMeaning } from './search-meaning.ts';
import { searchQuality } from './search-quality.ts';
import { searchScale } from './search-scale.ts';
import { searchStore } from './search-store.ts';
import { stalls } from './stalls.ts';
import { store } from './store/index.ts';
import { machine } from './support.ts';
import { typos } from './typos.ts';
import { viewer } from './viewer.ts';

const benches = [
  store,
  builds,
  capture,
  formats,
  followStore,
  searchStore,
  searchFresh,
  searchScale,
  searchCluster,
  searchMeaning,
  searchQuality,
  typos,
  experience,
  intent,
  extraction,
  artifacts,
  redaction,
  packed,
  rowLevel,
  commandLine,
  listing,
  stalls,
  viewer,
];

/** `npm run bench` runs all benchmarks; `npm run bench -- store` the named ones; `--name=value` sets options. */
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const settings = Object.fromEntries(
  process.argv
    .slice(2)
    .filter((argument) => argument.startsWith('--'))
    .map((argument) => argument.slice(2).split('=') as [string, string?])
    .map(([name, value = 'on']) => [name, value]),
);
const chosen = wanted.length > 0 ? benches.filter((bench) => wanted.includes(bench.name)) : benches;
if (chosen.length === 0) {
  process.stderr.write(`No such benchmark. There are: ${benches.map((bench) => bench.name).join(', ')}.\n`);
  process.exitCode = 2;
}
for (const bench of chosen) {
  process.stdout.write(`\n## ${bench.name}\n\n${machine()}\n`);
  await bench.run(settings);
}
