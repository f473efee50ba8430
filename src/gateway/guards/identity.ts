import type { Scope } from '../env.ts';

/** What a key may reach; all of it without limits. */
export type Reach = { toolsets: readonly string[] | undefined; project: string | undefined };

/**
 * Who a request comes from: one object for each secret, as long as its key stays as it is. Connections that outlive a
 * request keep it and are told when it no longer counts.
 */
export class Identity {
  readonly keyId: string | undefined;
  readonly scope: Scope;
  readonly reach: Reach;
  #ended: string | undefined;
  readonly #listeners = new Set<(reason: string) => void>();

  constructor(keyId: string | undefined, scope: Scope, reach: Partial<Reach> = {}) {
    this.keyId = keyId;
    this.scope = scope;
    this.reach = { toolsets: reach.toolsets, project: reach.project };
  }

  /** Why it no longer counts; undefined as long as it does. */
  get ended(): string | undefined {
    return this.#ended;
  }

  /** True for a key that may not reach everything its scope allows. */
  get limited(): boolean {
    return this.reach.toolsets !== undefined || this.reach.project !== undefined;
  }

  /** Whether this toolset, and all projects, are within reach. */
  reaches(toolset: string): boolean {
    const { toolsets, project } = this.reach;
    return project === undefined && (toolsets === undefined || toolsets.includes(toolset));
  }

  /** Calls the listener once, when it no longer counts. Returns what takes that back. */
  whenEnded(listener: (reason: string) => void): () => void {
    if (this.#ended !== undefined) listener(this.#ended);
    else this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  end(reason: string): void {
    if (this.#ended !== undefined) return;
    this.#ended = reason;
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener(reason);
  }
}
