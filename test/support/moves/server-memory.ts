import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Made, type MadeStore, markerOf, redacted, secret, textOf } from './made.ts';

/** `memory.jsonl` as `saveGraph` of server-memory 0.6.3 writes it: entities, then relations, a line each. */
export async function serverMemory(folder: string, count: number): Promise<MadeStore> {
  const lines: string[] = [];
  const made: Made[] = [];
  const nowhere = (outcome: string) => made.push({ marker: '', outcome });
  const observed = (entity: Record<string, unknown>, n: number): string => {
    const { marker, text, kept } = textOf('obs', n);
    const { observations: _, ...others } = entity;
    made.push({ marker, outcome: 'stored', said: [kept, others.name, others.entityType], states: true });
    return text;
  };
  for (let n = 0; made.length < count; n += 1) {
    const entity = {
      type: 'entity',
      name: `Entity ${n} Ünïcode`,
      entityType: n % 9 === 0 ? 'preference' : 'person',
      observations: [] as unknown[],
    };
    const kind = n % 12;
    if (kind === 0) {
      const marker = markerOf('ent', n);
      entity.name = marker;
      made.push({ marker, outcome: 'stored', said: entity.entityType, states: true });
    } else if (kind === 1) {
      const marker = markerOf('rel', n);
      const relation = { type: 'relation', from: marker, to: 'Nobody there', relationType: 'knows of' };
      made.push({ marker, outcome: 'stored', said: [relation.to, relation.relationType], states: true });
      lines.push(JSON.stringify(relation), JSON.stringify(relation));
      nowhere('known');
      continue;
    } else if (kind === 2) {
      lines.push(
        JSON.stringify({ type: 'relation', from: 'Only one end' }),
        JSON.stringify({ type: 'note' }),
      );
      nowhere('neither an entity nor a relation');
      nowhere('neither an entity nor a relation');
      continue;
    } else if (kind === 3) {
      lines.push(`{"type":"entity","name":"cut`);
      nowhere('malformed');
      continue;
    } else if (kind === 4) {
      entity.observations.push('', ' \n');
      nowhere('observation without text');
      nowhere('observation without text');
    } else if (kind === 5) {
      const same = observed(entity, n * 3);
      entity.observations.push(same, same);
      nowhere('known');
    } else if (kind === 6) {
      const marker = markerOf('rel', n);
      const relation = { type: 'relation', from: `${marker} ${secret}`, to: 'x', relationType: 'opens with' };
      made.push({ marker, outcome: 'stored', said: [redacted, relation.relationType], states: true });
      lines.push(JSON.stringify(relation));
      continue;
    } else {
      entity.observations.push(observed(entity, n * 3), observed(entity, n * 3 + 1));
      if (kind === 7) {
        const more = { addedBy: `someone ${n}`, weights: { first: n + 0.5 } };
        const last = made.at(-1);
        if (last) last.said = [last.said, more];
        lines.push(JSON.stringify({ ...entity, ...more }));
        continue;
      }
    }
    lines.push(JSON.stringify(entity));
  }
  const path = join(folder, 'memory.jsonl');
  await writeFile(path, `${lines.join('\n')}\n`);
  return { product: 'server-memory', paths: [path], made };
}
