/**
 * Checks compose.yaml alone and with its override: by rules of our own, and by `docker compose config` where there is
 * one. Prints what is wrong and ends with 1 then.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { faultsOf, joined, readComposition, untold } from './compose-rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string): string => readFileSync(`${root}/${name}`, 'utf8');

const base = read('compose.yaml');
const override = read('compose.iccm.yaml');
const whole = readComposition(base);
const faults = [
  ...untold(whole, read('.env.example')),
  ...faultsOf(whole, base, read('.env.example')),
  ...faultsOf(joined(whole, readComposition(override)), override, read('.env.example')),
];

const compose = (args: string[]): string =>
  execFileSync('docker', ['compose', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
let engine = 'not asked: there is no docker compose here';
try {
  engine = `docker compose ${compose(['version', '--short']).trim()}`;
} catch {
  // told below
}
if (engine.startsWith('docker'))
  for (const files of [['compose.yaml'], ['compose.yaml', 'compose.iccm.yaml']])
    try {
      compose([...files.flatMap((file) => ['--file', file]), 'config', '--quiet']);
    } catch (error) {
      faults.push(String((error as { stderr?: string }).stderr ?? error).trim());
    }

for (const fault of new Set(faults)) process.stdout.write(`${fault}\n`);
process.stdout.write(`${new Set(faults).size} faults (${engine})\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
