import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from '../../../db/postgres/connect.ts';
import type { Collection } from '../../../db/search/collection/collection.ts';
import { addTarget, dropTarget, makeLive, type Target, targetsOf } from '../../../db/search/feed/targets.ts';
import { writeAlias } from './bulk.ts';
import { type Cluster, ClusterError } from './cluster.ts';
import { indexOf, mappingVersion } from './mapping.ts';

/** Large collections are spread over several nodes. */
const shardsOf = ({ name }: Collection<never>): number => (name === 'messages' || name === 'chunks' ? 3 : 1);
const suffixLength = 8;
const graceMs = 2000;

/** The indexes of a lake in the cluster: making, switching and removing them. */
export type Indexes = {
  /** Begins a new index of a collection beside the one that is searched; it is fed from now on, and has to be filled. */
  begin(collection: Collection<never>): Promise<Target | undefined>;
  /** Makes the index of a target that has none yet. */
  create(collection: Collection<never>, target: Target): Promise<void>;
  /** Lets searches use a filled index, and removes those before it. */
  switchTo(target: Target): Promise<void>;
  /** Whether the cluster still has it. */
  has(target: Target): Promise<boolean>;
  /** Forgets a target, and removes its index if it is there. */
  remove(target: Target): Promise<void>;
};

/** @param suffix something to tell indexes apart by. */
export function createIndexes(sql: Pool, cluster: Cluster, suffix: () => string): Indexes {
  const random = () => suffix().replaceAll('-', '').slice(-suffixLength).toLowerCase();

  async function removeIndex(name: string): Promise<void> {
    try {
      await cluster.ask('DELETE', `/${name}`);
    } catch (error) {
      if (!(error instanceof ClusterError) || error.kind !== 'missing') throw error;
    }
  }

  async function has({ name }: Pick<Target, 'name'>): Promise<boolean> {
    try {
      await cluster.ask('GET', `/${name}/_settings`);
      return true;
    } catch (error) {
      if (error instanceof ClusterError && error.kind === 'missing') return false;
      throw error;
    }
  }

  async function create(collection: Collection<never>, { name }: Target): Promise<void> {
    const body = {
      ...indexOf(shardsOf(collection), { collection: collection.name }),
      aliases: { [writeAlias(name)]: {} },
    };
    try {
      await cluster.ask('PUT', `/${name}`, { body });
    } catch (error) {
      // It may be there already: the client asks again when a reply is lost.
      if (!(error instanceof ClusterError) || error.kind !== 'refused' || !(await has({ name }))) throw error;
    }
  }

  return {
    async begin(collection) {
      const shelf = collection.collectionId;
      const [known] = await targetsOf(sql, shelf);
      // The alias is this lake's own: several lakes may share a cluster.
      const alias = known?.alias ?? `dewey-${collection.name}-${random()}`;
      const name = `${alias}-${random()}`;
      // Noted first: a request whose reply is lost leaves no index that nobody knows of.
      if (!(await addTarget(sql, { name, shelf, alias, version: mappingVersion }))) return undefined;
      const target = (await targetsOf(sql, shelf)).find((one) => one.name === name);
      if (target) await create(collection, target);
      return target;
    },
    create,
    async switchTo(target) {
      await cluster.ask('POST', `/${target.name}/_refresh`);
      await cluster.ask('POST', '/_aliases', {
        body: {
          actions: [
            { remove: { index: `${target.alias}-*`, alias: target.alias, must_exist: false } },
            { add: { index: target.name, alias: target.alias } },
          ],
        },
      });
      const gone = await makeLive(sql, target);
      // Searches that have begun there finish.
      if (gone.length > 0) await delay(graceMs);
      for (const name of gone) await removeIndex(name);
    },
    has,
    async remove({ name }) {
      await dropTarget(sql, name);
      await removeIndex(name);
    },
  };
}
