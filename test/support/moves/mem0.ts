import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isoAt, type Made, type MadeStore, markerOf, textOf, timeAt } from './made.ts';

/** What `get_all` of mem0 2.0.18 answers: a page of memories with what its payload holds, and the edges of its graph. */
export async function mem0(folder: string, count: number): Promise<MadeStore> {
  const results: unknown[] = [];
  const relations: unknown[] = [];
  const made: Made[] = [];
  const nowhere = (outcome: string) => made.push({ marker: '', outcome });
  const times = [
    (n: number) => ({ given: isoAt(n), at: timeAt(n) }),
    (n: number) => ({ given: isoAt(n).replace('Z', '+00:00'), at: timeAt(n) }),
    (n: number) => ({ given: isoAt(n).slice(0, 19).replace('T', ' '), at: timeAt(n) }),
    (n: number) => ({ given: timeAt(n) / 1000, at: timeAt(n) }),
    (_: number) => ({ given: 'last summer', at: undefined }),
    (_: number) => ({ given: null, at: undefined }),
  ];
  for (let n = 0; made.length < count; n += 1) {
    const { marker, text, kept } = textOf('mem', n);
    const { given, at } = (times[n % times.length] ?? times[0])?.(n) ?? { given: null, at: undefined };
    const others = {
      id: `id-${n}`,
      hash: `hash${n}`,
      updated_at: isoAt(n + 7),
      user_id: `user ${n % 3}`,
      agent_id: n % 2 === 0 ? `agent ${n}` : null,
      run_id: `run ${n}`,
      actor_id: 'ada',
      role: 'user',
      attributed_to: 'assistant',
      expiration_date: n % 5 === 0 ? '2031-01-01' : null,
      score: n / 1000,
      categories: n % 4 === 0 ? ['user_preferences', `shelf ${n}`] : null,
      metadata: n % 3 === 0 ? { room: { name: `north ${n}`, seats: [n, true] }, note: '' } : null,
    };
    const kind = n % 14;
    if (kind === 0) {
      const edge = { source: markerOf('edge', n), relationship: `curates ${n}`, target: `hall ${n}` };
      relations.push(edge, { source: 'no', relationship: 'end' });
      made.push({ marker: edge.source, outcome: 'stored', said: edge, states: true });
      nowhere('relation without both ends');
    } else if (kind === 1) {
      results.push({ ...others, memory: ' ' }, null, 'text');
      for (let i = 0; i < 3; i += 1) nowhere('memory without text');
    } else {
      const memory = { ...others, memory: text, created_at: given };
      results.push(memory);
      const unread = at === undefined ? given : null;
      made.push({ marker, outcome: 'stored', said: [kept, others, unread], at, states: true });
      if (kind === 2) {
        results.push(memory);
        nowhere('known');
      }
    }
  }
  const path = join(folder, 'mem0.json');
  const answer = {
    count: results.length,
    next: 'https://api.example.org/?page=2',
    previous: null,
    results,
    relations,
  };
  await writeFile(path, JSON.stringify(answer, null, 2));
  return { product: 'mem0', paths: [path], made, notes: [/further pages/] };
}
