import type { Reader } from '../../db/artifacts/reader.ts';
import type { Sensitivity } from '../../db/schema/artifacts.ts';
import type { Rights } from '../../handlers/tool/rights.ts';
import type { AccessScope } from '../config/env.ts';

/** What a key may reach; undefined fields are unlimited. */
export type Reach = {
  toolsets: readonly string[] | undefined;
  project: string | undefined;
  /** The most sensitive documents the key can see. */
  maxSensitivity: Sensitivity | undefined;
};

/**
 * The identity behind a request: one object per secret, for as long as its key is unchanged. Connections that outlive a
 * request keep it and are notified when it ends.
 */
export class Identity implements Rights {
  readonly keyId: string | undefined;
  readonly scope: AccessScope;
  readonly reach: Reach;
  readonly reader: Reader;
  #ended: string | undefined;
  readonly #listeners = new Set<(reason: string) => void>();

  /**
   * @param keyId the display name of the key; undefined where no keys are in use.
   * @param owner owner of the documents this key ingests; never shared with another key.
   */
  constructor(
    keyId: string | undefined,
    scope: AccessScope,
    reach: Partial<Reach> = {},
    owner = `env:${keyId}`,
  ) {
    const { toolsets, project, maxSensitivity } = reach;
    this.keyId = keyId;
    this.scope = scope;
    this.reach = { toolsets, project, maxSensitivity };
    this.reader = keyId === undefined ? undefined : { owner, admin: scope === 'admin', maxSensitivity };
  }

  /** Why the identity has ended; undefined while it is valid. */
  get ended(): string | undefined {
    return this.#ended;
  }

  /** True for a key that may not reach everything its scope allows. */
  get limited(): boolean {
    const { toolsets, project, maxSensitivity } = this.reach;
    return toolsets !== undefined || project !== undefined || maxSensitivity !== undefined;
  }

  /** Whether this toolset is within reach, in all projects. */
  reaches(toolset: string): boolean {
    const { toolsets, project } = this.reach;
    return project === undefined && (toolsets === undefined || toolsets.includes(toolset));
  }

  get project(): string | undefined {
    return this.reach.project;
  }

  sees(toolset: string): boolean {
    return this.reaches(toolset);
  }

  /** Calls the listener once when the identity ends. Returns a function that removes the listener. */
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
