import { sep } from 'node:path';
import type { Tally } from '../../messages/group-by-source.ts';
import type { Counts } from '../../messages/store.ts';

/** What one read of a transcript stored. */
export type TailRead = {
  path: string;
  counts: Readonly<Counts>;
  tally: Tally;
  /** Milliseconds between the change of the file and the commit of its messages. */
  lagMs: number;
};

/** When a change was stored, in milliseconds since 1970, and how long after it. */
export type Lag = { at: number; lagMs: number };

/** What was read of an agent's transcripts since the start. */
export type AgentReads = {
  agent: string;
  stored: number;
  skipped: number;
  redacted: number;
  /** The latest ones, oldest first. */
  lags: readonly Lag[];
};

const lagsKept = 200;
const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, n) => total + n, 0);

type AgentFolder = { agent: string; folder: string; shape?: readonly RegExp[] };

/** Folders of several agents may lie in one another, or be the same one. */
function isIn({ folder, shape }: AgentFolder, path: string): boolean {
  if (!path.startsWith(folder + sep)) return false;
  const names = path.slice(folder.length + 1).split(sep);
  return !shape || (names.length === shape.length && shape.every((wanted, n) => wanted.test(names[n] ?? '')));
}

/** The reads of followed transcripts, by agent, since the start. */
export class ReadsByAgent {
  readonly #folders: readonly AgentFolder[];
  readonly #agents = new Map<string, Omit<AgentReads, 'agent'> & { lags: Lag[] }>();

  constructor(folders: readonly AgentFolder[]) {
    this.#folders = folders;
  }

  /** Reads that found nothing new are not counted. */
  add({ path, counts, tally, lagMs }: TailRead, now: Date): void {
    const stored = counts.stored + counts.completed;
    const [skipped, redacted] = [sum(tally.skipped), sum(tally.redacted)];
    const agent = this.#folders.find((place) => isIn(place, path))?.agent;
    if (agent === undefined || sum(counts) + skipped === 0) return;
    const kept = this.#agents.get(agent) ?? { stored: 0, skipped: 0, redacted: 0, lags: [] };
    kept.stored += stored;
    kept.skipped += skipped;
    kept.redacted += redacted;
    kept.lags.push({ at: now.getTime(), lagMs });
    if (kept.lags.length > lagsKept) kept.lags.shift();
    this.#agents.set(agent, kept);
  }

  all(): AgentReads[] {
    return [...this.#agents].map(([agent, reads]) => ({ agent, ...reads }));
  }
}
