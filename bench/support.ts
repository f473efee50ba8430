import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdEmbeddedServer } from '../src/db/postgres/embedded/index.ts';
import { migrate } from '../src/db/postgres/migrate.ts';

/** One benchmark: prints its own table. */
export type Bench = { name: string; run(settings: Settings): Promise<void> };
/** Options given as `--name=value`. */
export type Settings = Record<string, string>;

export type Measured = {
  /** Completed per second. */
  throughput: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
};

/**
 * Runs `work` a fixed number of times with fixed concurrency, after a warm-up of a tenth.
 *
 * @param work receives the index of the repetition.
 */
export async function measure(
  times: number,
  inFlight: number,
  work: (i: number) => Promise<unknown>,
  { warmUp = true } = {},
): Promise<Measured> {
  if (warmUp) await repeat(Math.ceil(times / 10), inFlight, work);
  const durations: number[] = [];
  const begun = performance.now();
  await repeat(times, inFlight, async (i) => {
    const start = performance.now();
    await work(i);
    durations.push(performance.now() - start);
  });
  const seconds = (performance.now() - begun) / 1000;
  return { throughput: times / seconds, p50: quantile(durations, 0.5), p95: quantile(durations, 0.95) };
}

async function repeat(times: number, inFlight: number, work: (i: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < times) {
      next += 1;
      await work(next);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

type Lake = { directory: string; url: string; end(): Promise<void> };

/** A migrated lake in a temporary directory. */
export async function scratchLake(): Promise<Lake> {
  const lake = await keptLake(await mkdtemp(join(tmpdir(), 'dewey-bench-')));
  return {
    ...lake,
    async end() {
      await lake.end();
      await rm(lake.directory, { recursive: true, force: true });
    },
  };
}

/** A migrated lake in this directory, which stays. */
export async function keptLake(directory: string): Promise<Lake> {
  const server = await holdEmbeddedServer(directory);
  await migrate(server.url);
  return { directory, url: server.url, end: () => server.release() };
}

/** Prints rows as a Markdown table, ready for `bench/README.md`. */
export function table(title: string, rows: Record<string, string | number>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  const lines = [
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map((c) => row[c] ?? ''))),
  ];
  process.stdout.write(`\n### ${title}\n\n${lines.join('\n')}\n`);
}

export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));

/** Describes the machine and its load. */
export function machine(): string {
  const [cpu] = cpus();
  return `${cpus().length} × ${cpu?.model ?? 'unknown processor'}, Node ${process.version}, load ${loadavg()
    .map((l) => l.toFixed(1))
    .join(' ')}`;
}

/** Resident memory of a process in kilobytes. */
export const residentKb = (pid: number): Promise<number> =>
  new Promise((resolve, reject) =>
    execFile('ps', ['-o', 'rss=', '-p', String(pid)], (error, stdout) =>
      error ? reject(error) : resolve(Number(stdout)),
    ),
  );
