/**
 * Bundles the command line into two CommonJS files, which Node starts in half the time that modules take:
 *
 * - `main.cjs`: what a hook needs, and no more.
 * - `cli.cjs`: the definitions of all commands, and the commands for people, which call a running server. All other
 *   commands are imported from their modules.
 */
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, type BuildResult, build, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const src = join(root, 'src');
const commands = join(src, 'gateway/cli/commands.ts');

/** Modules that are loaded on demand, but are small and started with every such call. */
const bundled = [join(src, 'gateway/capture/'), join(src, 'gateway/cli/people/')];

/** Keeps dynamic imports as imports of the modules beside the bundle, and notes which those are. */
const lazyModules = (found: Set<string>): Plugin => ({
  name: 'lazy-modules',
  setup(builder) {
    builder.onResolve({ filter: /^\.{1,2}\// }, ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const target = resolve(resolveDir, path.replace(/\.js$/, '.ts'));
      if (target === commands) return { path: './cli.cjs', external: true };
      if (bundled.some((folder) => target.startsWith(folder))) return undefined;
      found.add(target);
      const module = relative(src, target).replace(/\.ts$/, '.js').replaceAll('\\', '/');
      return { path: `./${module}`, external: true };
    });
  },
});

/**
 * Writes both bundles.
 *
 * @param folder that holds the modules, with the paths they have in `src`.
 * @returns the source files of the modules that the bundles import.
 */
export async function bundleCli(
  folder: string,
  options: BuildOptions = {},
): Promise<{ modules: string[]; results: BuildResult[] }> {
  const found = new Set<string>();
  const common: BuildOptions = {
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
    ...options,
    format: 'cjs',
    plugins: [lazyModules(found)],
  };
  const results = await Promise.all([
    build({
      ...common,
      entryPoints: [join(src, 'main.ts')],
      outfile: join(folder, 'main.cjs'),
      // `require`: to import a CommonJS file, Node first searches all of it for the names it exports.
      supported: { 'dynamic-import': false },
    }),
    build({ ...common, entryPoints: [commands], outfile: join(folder, 'cli.cjs') }),
  ]);
  return { modules: [...found], results };
}
