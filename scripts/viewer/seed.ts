import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lakeStore } from '../../src/gateway/capture/messages/store.ts';
import { findFiles } from '../../src/gateway/capture/transcripts/find-files.ts';
import { importFiles } from '../../src/gateway/capture/transcripts/import.ts';
import type { Deps } from '../../src/handlers/tool/deps.ts';

const fixtures = fileURLToPath(new URL('../../test/fixtures/capture/', import.meta.url));

type Call = (tool: string, input: object) => Promise<Record<string, unknown>>;

/** Imports the sessions of the tests: Claude Code with subagents, Codex, Gemini CLI, ChatGPT, Claude.ai. */
export async function seedSessions(deps: Deps): Promise<void> {
  const files = await findFiles([join(fixtures, 'claude-code'), join(fixtures, 'other-agents')]);
  await importFiles(
    files.filter(({ path }) => !path.includes('/hooks/')),
    lakeStore(deps.db.sql, deps.newId),
  );
}

/** Numbers between 0 and 1 that are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

/** A year of short sessions, so that the calendar has something to show. */
export async function seedYear(call: Call, now: Date): Promise<void> {
  const random = numbers(7);
  const next = () => random.next().value;
  const questions = [
    'How long may a reader keep an atlas?',
    'Why does the catalogue import skip records without a shelf mark?',
    'Print the shelf marks of the map room in a larger type',
    'Which overdue notices were not sent last night?',
    'Plan the move of the reading room to the east wing',
    'Compare the vendor file of March with what we hold',
    'Write a test for returning a copy twice',
    'Where do we round the fines, and to what?',
  ];
  for (let back = 360; back >= 0; back -= 1) {
    const at = new Date(now.getTime() - back * 86_400_000);
    if (next() < (at.getUTCDay() % 6 === 0 ? 0.85 : 0.35)) continue;
    const count = 1 + Math.floor(next() * next() * 30);
    const question = questions[Math.floor(next() * questions.length)] ?? '';
    await call('dewey_store_messages_bulk', {
      session_id: `day-${back}`,
      project: next() < 0.6 ? '/home/ada/library' : '/home/ada/notes',
      messages: Array.from({ length: count }, (_, i) => ({
        role: i % 2 === 0 ? 'user' : 'assistant',
        content:
          i === 0 ? question : i % 2 === 0 ? `And part ${i / 2}?` : 'It works as described in the handbook.',
        created_at: new Date(at.getTime() - (count - i) * 60_000).toISOString(),
      })),
    });
  }
}

const statements = [
  ['database', 'Keep the loans in PostgreSQL and not in a document store', 0.9, 'success', 1],
  ['database', 'Add an index on the shelf mark before the import', 0.8, 'success', 0.9],
  ['database', 'Denormalise the holdings table for faster listings', 0.85, 'failure', 0.2],
  ['api', 'Version the catalogue API in its path', 0.7, 'success', 0.8],
  ['api', 'Answer searches as a stream instead of pages', 0.75, 'failure', 0.1],
  ['api', 'Return 409 for a copy that is already on loan', 0.9, 'success', 1],
  ['auth', 'Use one-time codes for readers without a card', 0.6, 'partial', 0.5],
  ['auth', 'Keep staff sessions for twelve hours', 0.7, 'success', 0.9],
  ['auth', 'Share one key among the terminals of the reading room', 0.8, 'failure', 0],
  ['frontend', 'Render the catalogue on the server', 0.8, 'success', 0.95],
  ['frontend', 'Load covers only when they are seen', 0.65, 'success', 0.8],
  ['frontend', 'Write the shelf browser without a framework', 0.55, 'partial', 0.6],
] as const;

const open = [
  ['infra', 'Move the nightly import to the second machine', 0.7],
  ['backend', 'Send overdue notices from a queue with retries', 0.85],
  ['database', 'Partition the loans by year', 0.6],
] as const;

async function seedDecisions(call: Call): Promise<void> {
  for (const [module, statement, confidence, final_status, final_score] of statements) {
    const { decision_id } = await call('membria_capture_decision', {
      statement,
      alternatives: ['Leave it as it is', 'Ask the readers first'],
      confidence,
      context: { module },
    });
    await call('membria_record_outcome', {
      decision_id,
      final_status,
      final_score,
      lessons_learned: final_status === 'failure' ? ['Measure before changing it'] : [],
    });
  }
  for (const [module, statement, confidence] of open)
    await call('membria_capture_decision', {
      statement,
      alternatives: ['Do nothing', 'Wait for a quarter'],
      confidence,
      context: { module },
    });
}

const minutes = `Minutes of the acquisitions meeting, 2026-03-02

Ada Byron opened the meeting. We decided to renew the subscription to the maps archive for two years.

Ben will send the list of damaged atlases to the bindery by 2026-03-20. Chloe completed the count of the map room on
2026-02-27.

There is a risk that the scanner fails again before the exhibition; the vendor reported the same fault last spring.
Readers complained that the new shelf marks are too small.

Ada will prepare the budget by 2026-02-10.
`;

const plan = `# Plan of the reading room

Agreed on 2026-03-04 with **Ada** and _Ben_; the [exhibition](https://example.org/exhibition) opens in May.

## Decisions

- We decided to move the \`maps\` shelf to the **east wing**, because the lamps there are new.
- Chloe will order two cabinets by 2026-03-27.
  1. one for atlases
  2. one for the loose sheets that were found on 2026-02-27 behind the cabinet of the bindery

> Readers complained that the light is too weak.

| Room | Lamps | Who | Until |
| ---- | ----: | --- | ----- |
| East wing | 12 | Ben Okri | 2026-04-10 |
| Reading room | 30 | Chloe Tan | 2026-04-24 |

### How it is checked

\`\`\`ts
const lamps = rooms.map(({ name }) => measure(name));
\`\`\`

There is a risk that the vendor delivers late again, as it did on 2026-01-15.
`;

async function seedDocuments(call: Call): Promise<void> {
  const document = {
    artifact_type: 'doc',
    source_system: 'drive',
    source_id: 'minutes-1',
    title: 'Acquisitions meeting',
    author: 'Ada Byron',
    participants: ['Ben Okri', 'Chloe Tan'],
    document_date: '2026-03-02',
  };
  await call('artifact_ingest', { ...document, content: minutes.replace('two years', 'one year') });
  await call('artifact_ingest', { ...document, content: minutes });
  await call('artifact_ingest', {
    ...document,
    source_id: 'plan.md',
    title: 'Plan of the reading room',
    content: plan,
  });
  await call('artifact_ingest', {
    artifact_type: 'email',
    source_system: 'mail',
    source_id: 'mail-7',
    title: 'Re: the reading room lamps',
    author: 'ben@example.org',
    content:
      'Hello Ada,\n\nWe decided to renew the subscription to the maps archive. I will order the lamps by 2026-12-15. The electrician finished the east wing on 2026-03-12.\nPlease decide whether we close on Saturday.\n\nBen',
  });
}

async function seedMemory(call: Call): Promise<void> {
  const context = {
    name: 'library',
    content: '# Library\n\n- Loans run for **21 days**.\n- Run `npm test` before each commit.\n',
  };
  await call('dewey_set_startup_context', { ...context, content: '# Library\n\n- Loans run for 14 days.\n' });
  await call('dewey_set_startup_context', context);
  await call('dewey_set_startup_context', {
    name: 'notes',
    content: 'Write in plain English.',
    set_active: false,
  });
  const memories = [
    ['preference', 'Ada prefers short commit messages that give the reason.', 0.9],
    ['fact', 'The map room is closed on Mondays.', 0.95],
    ['project', 'The catalogue import reads MARC 21 records from the vendor.', 0.8],
  ] as const;
  for (const [type, content, confidence] of memories)
    await call('memory_store', { type, content, confidence });
  const experience = {
    type: 'effective',
    domain: 'Debugging',
    situation: 'The import stopped in the middle of a file without an error',
    approach: 'Compared the byte offset with the file size before reading on',
    outcome: 'Found a file that was still being written, and waited for it',
    reasoning: 'A reader cannot tell the end of a file from a pause of its writer',
    confidence: 0.85,
  };
  await storeRun(call);
  await call('record_experience', experience);
  await call('record_experience', {
    ...experience,
    type: 'ineffective',
    domain: 'Process',
    situation: 'A release was due and the test of the search was red',
    approach: 'Raised the timeout of the test',
    outcome: 'The same fault reached the readers a week later',
    reasoning: 'The time was the symptom, and the query without an index the cause',
  });
}

/** Everything that the pages show. */
export async function seedAll(call: Call, deps: Deps, now: Date): Promise<void> {
  await seedSessions(deps);
  await seedYear(call, now);
  // As if they had been captured when they were said.
  await deps.db.sql`update conversation_heads h set updated_at = coalesce(
    (select max(created_at) from messages m where m.conversation_id = h.conversation_id), h.updated_at)`;
  await seedDecisions(call);
  // As if they had turned out one by one, over months.
  await deps.db
    .sql`update decision_outcomes o set completed_at = o.completed_at - n.rank * interval '17 days' from (
    select id, row_number() over (order by completed_at desc) as rank from decision_outcomes) n where n.id = o.id`;
  await seedDocuments(call);
  await seedMemory(call);
}

/** One question to three models. */
async function storeRun(call: Call): Promise<void> {
  const asked = {
    correlation_id: 'loan-period-1',
    prompt: 'A reader asks for a longer loan of an atlas. Which rule applies, and who may grant it?',
  };
  const answers = [
    [
      'gpt-5',
      'Large-format works are lent for two weeks. The head of the desk may grant two more.',
      212,
      2.4,
    ],
    [
      'deepseek-r1',
      'Rule 4 applies: an atlas counts as reference and is lent overnight only. A longer loan needs the director, in writing, before the work leaves the reading room.',
      341,
      11.8,
    ],
  ] as const;
  for (const [model, output, tokens, seconds] of answers)
    await call('dewey_store_fiedler_result', {
      ...asked,
      model,
      status: 'success',
      output,
      tokens_completion: tokens,
      duration_seconds: seconds,
    });
  await call('dewey_store_fiedler_result', {
    ...asked,
    model: 'grok-4',
    status: 'error',
    error_message: 'The provider answered 429: too many requests.',
    duration_seconds: 0.3,
  });
}
