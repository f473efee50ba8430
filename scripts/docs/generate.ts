/** Writes every generated page under `docs/`: `npm run docs:generate`. */
import { writeFileSync } from 'node:fs';
import { pages } from './pages.ts';

for (const [path, text] of Object.entries(pages()))
  writeFileSync(new URL(`../../docs/${path}`, import.meta.url), text);
