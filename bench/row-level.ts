import { v7 as uuidv7 } from 'uuid';
import { appendMessages } from '../src/db/conversations/append.ts';
import { coalesceAppends } from '../src/db/conversations/batch-append.ts';
import { beginConversation } from '../src/db/conversations/conversations.ts';
import { connect, type Sql } from '../src/db/postgres/connect.ts';
import { type Bench, machine, measure, quantile, rounded, scratchLake, table } from './support.ts';

const conversations = 64;
const inFlight = 16;
const text = 'The loan period is twenty-one days, and it can be renewed twice. '.repeat(4);

/**
 * What row-level security would cost if PostgreSQL kept a key to its project: the same store and the same read of a page of
 * hits by the owner of the tables, and by a role with policies whose project is set for each transaction, as a pooler in
 * transaction mode requires.
 */
export const rowLevel: Bench = {
  name: 'row-level',
  async run({ times = '4000', rounds = '5' }) {
    const lake = await scratchLake();
    const db = connect(lake.url);
    const { sql } = db;
    for (const statement of policies) await sql.unsafe(statement);
    const limited = connect(lake.url);
    const ids: string[] = [];
    for (let i = 0; i < conversations; i += 1) {
      const { id } = await beginConversation(sql, { id: uuidv7(), project: 'library' });
      ids.push(id);
    }
    const append = coalesceAppends(sql);
    const message = (i: number) =>
      ({
        id: uuidv7(),
        conversationId: ids[i % conversations] as string,
        role: 'user',
        content: text,
      }) as const;
    const within = (work: (tx: Sql) => Promise<unknown>): Promise<unknown> =>
      limited.sql.begin(async (tx) => {
        // Sent at once: the driver puts them on the wire without waiting between them.
        const [, , answer] = await Promise.all([
          tx`set local role row_level`,
          tx`select set_config('dewey.project', 'library', true)`,
          work(tx),
        ]);
        return answer;
      });
    const page = (tx: Sql, i: number) => tx`
      select m.id, m.turn_number, m.role, left(m.content, 2000) as content, c.project
      from messages m join conversations c on c.id = m.conversation_id
      where m.conversation_id = ${ids[i % conversations] as string} and m.turn_number <= 30`;
    const works: Record<string, Record<string, (i: number) => Promise<unknown>>> = {
      store: {
        owner: (i) => append(message(i)),
        policies: (i) => within((tx) => appendMessages(tx, [message(i)])),
      },
      'read 30 messages': {
        owner: (i) => page(sql, i),
        policies: (i) => within((tx) => page(tx, i)),
      },
    };
    const rows: Record<string, string | number>[] = [];
    for (const [name, { owner, policies }] of Object.entries(works)) {
      const ratios: number[] = [];
      const perSecond = { owner: [] as number[], policies: [] as number[] };
      for (let round = 0; round < Number(rounds); round += 1) {
        const a = (await measure(Number(times), inFlight, owner as () => Promise<unknown>)).throughput;
        const b = (await measure(Number(times), inFlight, policies as () => Promise<unknown>)).throughput;
        perSecond.owner.push(a);
        perSecond.policies.push(b);
        ratios.push(b / a);
      }
      rows.push({
        call: name,
        'by the owner, a second': Math.round(quantile(perSecond.owner, 0.5)),
        'with policies, a second': Math.round(quantile(perSecond.policies, 0.5)),
        ratio: rounded(quantile(ratios, 0.5)),
      });
    }
    table(`row-level security, ${inFlight} in flight, medians of ${rounds} turns; ${machine()}`, rows);
    await limited.close();
    await db.close();
    await lake.end();
  },
};

const policies = [
  'create role row_level',
  'grant select, insert, update, delete on all tables in schema public to row_level',
  'grant usage on all sequences in schema public to row_level',
  'alter table conversations enable row level security',
  `create policy own on conversations to row_level using (project = current_setting('dewey.project'))`,
  ...['messages', 'conversation_heads'].flatMap((name) => [
    `alter table ${name} enable row level security`,
    `create policy own on ${name} to row_level using (exists (
       select from conversations c where c.id = ${name}.conversation_id and c.project = current_setting('dewey.project')))`,
  ]),
];
