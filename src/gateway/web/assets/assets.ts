import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AssetName, assetNames, builtFolder, originalOf } from './sources.ts';

type Asset = { body: Buffer<ArrayBuffer>; type: string };

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

const paths = new Map<AssetName, string>();
const byPath = new Map<string, Asset>();

function load(): void {
  for (const name of assetNames) {
    const built = join(builtFolder, name);
    const body = readFileSync(existsSync(built) ? built : originalOf(name));
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 12);
    const [stem = '', extension = ''] = name.split('.');
    const path = `/assets/${stem}-${hash}.${extension}`;
    paths.set(name, path);
    byPath.set(path, { body, type: types[extension] ?? 'application/octet-stream' });
  }
}

/** The address of an asset, which contains a hash of its content and can be cached for good. */
export function assetPath(name: AssetName): string {
  if (paths.size === 0) load();
  return paths.get(name) ?? `/assets/${name}`;
}

/** Answers a request for an asset; undefined for an unknown path. */
export function assetAt(path: string): Response | undefined {
  if (paths.size === 0) load();
  const asset = byPath.get(path);
  if (!asset) return undefined;
  return new Response(asset.body, {
    headers: {
      'Content-Type': asset.type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
