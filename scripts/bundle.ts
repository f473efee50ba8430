/**
 * Makes what is published: `dist/`, Dewey together with its libraries. An installation is then these files and PostgreSQL
 * (70 MB instead of 240), and a start opens tens of files instead of hundreds.
 *
 *     npm run build
 *
 * Threads have entries of their own, at the path they have in `src`.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { assetNames, originalOf } from '../src/gateway/web/assets/sources.ts';
import { bundleCli } from './bundle-cli.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const src = join(root, 'src');
const dist = join(root, 'dist');
const chunks = join(dist, 'chunks');

/** Modules that are named by `new URL('./name', import.meta.url)`: the entries of threads. */
function threads(): string[] {
  const found: string[] = [];
  for (const name of readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  ))
    for (const [, file = ''] of readFileSync(join(src, name), 'utf8').matchAll(
      /new URL\('(\.[^']+)', import\.meta\.url\)/g,
    )) {
      const entry = join(src, name, '..', `${file}.ts`);
      if (existsSync(entry)) found.push(entry);
    }
  return found;
}

/**
 * Code moves into chunks, but looks for its neighbours (threads, migrations, the plugin) where its module was. So each
 * `import.meta.url` becomes the address it would have in an unbundled `dist`.
 */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  setup(context) {
    context.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      const name = JSON.stringify(relative(src, path).replace(/\.ts$/, '.js'));
      const home = "import.meta.url.slice(0, import.meta.url.lastIndexOf('/dist/') + 6)";
      return { loader: 'ts', contents: text.replaceAll('import.meta.url', `new URL(${name}, ${home}).href`) };
    });
  },
};

/** What CommonJS libraries expect to exist. */
const commonJs = `import { createRequire as __createRequire } from 'node:module';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url), __filename = __fileURLToPath(import.meta.url), __dirname = __fileURLToPath(new URL('.', import.meta.url));`;

const common: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  // Some libraries have a CommonJS form that cannot be bundled.
  mainFields: ['module', 'main'],
  absWorkingDir: root,
  logLevel: 'warning',
  legalComments: 'none',
  metafile: true,
  jsx: 'automatic',
  jsxImportSource: 'hono/jsx',
};

/** The licences of the libraries within the bundle, which their authors ask to be passed on. */
function licences(inputs: readonly string[]): string {
  const packages = new Set(
    inputs.flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
  );
  return [...packages]
    .sort()
    .map((folder) => {
      const about = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      const file = readdirSync(join(root, folder)).find((name) => /^(licen[cs]e|copying)/i.test(name));
      const text = file === undefined ? '' : readFileSync(join(root, folder, file), 'utf8').trim();
      return `${about.name} ${about.version} (${about.license ?? 'see its page'})\n\n${text}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

rmSync(dist, { recursive: true, force: true });
const command = await bundleCli(dist, common);
const modules = await build({
  ...common,
  entryPoints: [...new Set([join(src, 'main.ts'), ...command.modules, ...threads()])],
  format: 'esm',
  splitting: true,
  outbase: src,
  outdir: dist,
  chunkNames: 'chunks/[name]-[hash]',
  banner: { js: commonJs },
  plugins: [keepAddresses],
});
const require = createRequire(import.meta.url);
cpSync(require.resolve('sql.js/dist/sql-wasm.wasm'), join(chunks, 'sql-wasm.wasm'));
for (const name of assetNames) cpSync(originalOf(name), join(dist, 'gateway/web/assets/files', name));
const inputs = [
  ...[modules, ...command.results].flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {})),
  ...assetNames.map((name) => relative(root, originalOf(name))),
];
writeFileSync(join(dist, 'LICENSES.txt'), licences(inputs));

const model = join(dist, 'model');
mkdirSync(model);
for (const name of [
  'LICENSE',
  'LICENSE-e5-small-v2',
  'README.md',
  'dangers.bin',
  'decisions.bin',
  'events.bin',
  'options.bin',
])
  cpSync(join(root, 'model', name), join(model, name));
for (const name of ['all-minilm-l6-v2.bin', 'e5-small-v2.bin'])
  writeFileSync(join(model, name), gunzipSync(readFileSync(join(root, `model/${name}.gz`))));
