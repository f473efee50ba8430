/**
 * Checks compose.yaml alone and with its override, and compose.cluster.yaml, by our own rules and, if available, by `docker compose config`.
 * Prints the faults; exits with 1 if there are any.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { faultsOf, joined, readComposition, settingFaults } from './compose-rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string): string => readFileSync(`${root}/${name}`, 'utf8');

const base = read('compose.yaml');
const override = read('compose.iccm.yaml');
const cluster = read('compose.cluster.yaml');
const whole = readComposition(base);
const faults = [
  ...settingFaults(whole, read('.env.example')),
  ...faultsOf(whole, base, read('.env.example')),
  ...faultsOf(joined(whole, readComposition(override)), override, read('.env.example')),
  ...faultsOf(readComposition(cluster), cluster, read('.env.example')),
];

const compose = (args: string[]): string =>
  execFileSync('docker', ['compose', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
let engine = 'without docker compose, which is not available';
try {
  engine = `docker compose ${compose(['version', '--short']).trim()}`;
} catch {
  // reported below
}
if (engine.startsWith('docker compose '))
  for (const files of [['compose.yaml'], ['compose.yaml', 'compose.iccm.yaml'], ['compose.cluster.yaml']])
    try {
      compose([...files.flatMap((file) => ['--file', file]), 'config', '--quiet']);
    } catch (error) {
      faults.push(String((error as { stderr?: string }).stderr ?? error).trim());
    }

for (const fault of new Set(faults)) process.stdout.write(`${fault}\n`);
process.stdout.write(`${new Set(faults).size} faults (${engine})\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
