import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** Where the build puts the assets; in a checkout that runs from source, the folder does not exist. */
export const builtFolder = join(here, 'files');

/** The files a browser loads, by name, and where each comes from: this project, or a package it depends on. */
const sources = {
  'viewer.css': { own: 'viewer.css' },
  'icon.svg': { own: 'icon.svg' },
  'viewer.js': { own: 'viewer.js' },
  'charts.js': { own: 'charts.js' },
  'htmx.js': { package: 'htmx.org', file: 'dist/htmx.min.js' },
  'uplot.js': { package: 'uplot', file: 'dist/uPlot.iife.min.js' },
  'uplot.css': { package: 'uplot', file: 'dist/uPlot.min.css' },
} as const;

export type AssetName = keyof typeof sources;
export const assetNames = Object.keys(sources) as AssetName[];

/** The path of an asset's original, in a checkout with its packages installed. */
export function originalOf(name: AssetName): string {
  const source = sources[name];
  if ('own' in source)
    return join(here.replace(/([\\/])modules(?=[\\/]gateway)/, '$1src'), '../static', source.own);
  const manifest = createRequire(import.meta.url).resolve(`${source.package}/package.json`);
  return join(dirname(manifest), source.file);
}
