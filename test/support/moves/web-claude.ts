import { isoAt, type Made, markerOf, textOf, timeAt } from './made.ts';
import { designs, knowledge, micros, uuid } from './web-claude-more.ts';

/** What a web export holds: its files, and what becomes of them. */
export type WebExport = {
  files: Record<string, string>;
  /** The messages that must be stored, and those that must not. */
  made: Made[];
  /** The records of the product, which are counted apart. */
  records: Made[];
  /** What the report says of the rest. */
  skipped: Record<string, number>;
};

type Part = { blocks: unknown[]; made: Made[]; more?: object };

/** The parts of an answer, as observed in exports of September 2026, which the reader must tell apart. */
function answerOf(n: number): Part {
  const { marker, text, kept } = textOf('ans', n);
  const at = timeAt(n);
  const call = markerOf('edge', n);
  const found = markerOf('found', n);
  const said = { type: 'text', text, citations: [] as unknown[] };
  const plain: Made = { marker, outcome: 'stored', said: kept, at };
  const tool = {
    type: 'tool_use',
    id: `toolu_${n}`,
    name: 'web_search',
    input: { query: call },
    integration_name: `Web ${n}`,
  };
  const result = {
    type: 'tool_result',
    tool_use_id: `toolu_${n}`,
    name: 'web_search',
    is_error: n % 2 === 0,
  };
  const calls: Made = { marker: call, outcome: 'stored', said: [`toolu_${n}`, `Web ${n}`], at };
  switch (n % 7) {
    case 0: {
      const thoughts = [`first thought ${n}`, `second thought ${n}`];
      const blocks = [...thoughts.map((thinking) => ({ type: 'thinking', thinking })), said];
      return { blocks, made: [{ ...plain, said: [kept, thoughts] }] };
    }
    case 1: {
      const cited = {
        start_index: 0,
        end_index: 4,
        details: { type: 'web_search_citation', url: `https://c.example/${n}` },
      };
      return { blocks: [{ ...said, citations: [cited] }], made: [{ ...plain, said: [kept, cited] }] };
    }
    case 2: {
      const knowledge = {
        type: 'knowledge',
        title: `Title ${n}`,
        url: `https://k.example/${n}`,
        text: found,
      };
      const file = {
        type: 'local_resource',
        file_path: `/out/${n}.md`,
        name: `${n}.md`,
        mime_type: 'text/markdown',
      };
      const structured = { rows: [[`cell ${n}`]] };
      const blocks = [said, tool, { ...result, content: [knowledge, file], structured_content: structured }];
      return {
        blocks,
        made: [
          plain,
          calls,
          {
            marker: found,
            outcome: 'stored',
            said: [`Title ${n}`, `https://k.example/${n}`, file, `cell ${n}`],
            at,
          },
        ],
      };
    }
    case 3:
      // Thought after the last text, and stopped.
      return {
        blocks: [said, { type: 'thinking', thinking: '', summaries: [{ summary: `summed up ${n}` }] }],
        made: [{ ...plain, said: [kept, `summed up ${n}`] }],
      };
    case 4: {
      const other = { type: 'injected_prompt_block', prompt: `the date is ${n}`, injection_source: 'date' };
      return {
        blocks: [other, null, said, { type: 'novel_block', payload: { of: `a new kind ${n}` } }],
        made: [{ ...plain, said: [kept, `the date is ${n}`, `a new kind ${n}`] }],
      };
    }
    case 5:
      return { blocks: [], made: [{ ...plain, said: kept }], more: { text } };
    default:
      return {
        blocks: [tool],
        made: [calls],
        more: { text: 'This block is not supported on your current device yet.' },
      };
  }
}

/** claude.ai's data export of 2026: conversations, memories, projects and design chats, each in files of its own. */
export function claudeExport(count: number): WebExport {
  const made: Made[] = [];
  const records: Made[] = [];
  const conversations: unknown[] = [];
  const skipped: Record<string, number> = {};
  const left = (reason: string, n = 1) => {
    skipped[reason] = (skipped[reason] ?? 0) + n;
  };
  for (let n = 0; made.length < count; n += 1) {
    const { marker, text, kept } = textOf('ask', n);
    const about = [`Chat ${n}`, `summed ${n}`, uuid(9, 1), `Project ${n % 4}`];
    const attachment = {
      file_name: `notes ${n}.md`,
      file_size: 1000 + n,
      file_type: `text/x-${n}`,
      extracted_content: `extracted ${n}`,
    };
    const file = { file_uuid: uuid(3, n), file_name: `shelf ${n}.png` };
    const prompt = {
      uuid: uuid(1, n * 4),
      sender: 'human',
      text,
      content: [{ type: 'text', text, citations: [] }],
      attachments: n % 3 === 0 ? [attachment] : [],
      files: n % 3 === 1 ? [file, null] : [],
      created_at: micros(n),
      updated_at: micros(n),
      parent_message_uuid: '00000000-0000-4000-8000-000000000000',
    };
    const withIt = n % 3 === 0 ? attachment : n % 3 === 1 ? file : null;
    made.push({ marker, outcome: 'stored', said: [kept, withIt, about], at: timeAt(n) });
    const answer = answerOf(n);
    for (const one of answer.made) made.push({ ...one, said: [one.said, about, prompt.uuid] });
    const chat_messages: unknown[] = [
      prompt,
      {
        ...{
          uuid: uuid(1, n * 4 + 1),
          sender: 'assistant',
          text: '',
          content: answer.blocks,
          attachments: [],
          files: [],
        },
        ...{ created_at: micros(n), updated_at: micros(n), parent_message_uuid: prompt.uuid },
        ...answer.more,
      },
    ];
    if (n % 5 === 0) {
      // An edited prompt has the same parent.
      const edited = textOf('edit', n);
      chat_messages.push({
        ...prompt,
        uuid: uuid(1, n * 4 + 2),
        content: [{ type: 'text', text: edited.text }],
        attachments: [],
        files: [],
      });
      made.push({ marker: edited.marker, outcome: 'stored', said: edited.kept, at: timeAt(n) });
    }
    if (n % 6 === 0) {
      chat_messages.push(null, { uuid: uuid(1, n * 4 + 3), sender: 'somebody', content: [] });
      left('not a message', 2);
    }
    conversations.push({
      ...{ uuid: uuid(0, n), name: `Chat ${n}`, summary: `summed ${n}`, account: { uuid: uuid(9, 1) } },
      ...{
        created_at: micros(n),
        updated_at: micros(n + 1),
        project: { uuid: uuid(5, n % 4), name: `Project ${n % 4}` },
      },
      chat_messages,
    });
  }
  conversations.unshift({ uuid: uuid(0, 999_999), name: '', chat_messages: [] }, { no: 'conversation' });
  left('empty conversation');
  left('not a conversation');
  const files: Record<string, string> = {
    'conversations/conversations.json': JSON.stringify(conversations),
    'light_metadata/users.json': JSON.stringify([
      { uuid: uuid(9, 1), full_name: 'Ada', email_address: 'ada@example.org' },
    ]),
    'light_metadata/login_history.json': JSON.stringify([{ at: isoAt(0), ip: '192.0.2.1' }]),
    [`feedback/reflections/${uuid(9, 1)}.json`]: JSON.stringify({
      account_uuid: uuid(9, 1),
      reflections: [],
    }),
    'artifacts/kit/versions/v1.html': '<p>kit</p>',
  };
  left('users.json in the zip: unknown format');
  left('login_history.json in the zip: unknown format');
  left(`${uuid(9, 1)}.json in the zip: unknown format`);
  left('files in a zip that are not read (.html)');
  const chats = Math.round(count / 10);
  left('not a message', chats);
  Object.assign(files, knowledge(records, Math.round(count / 4)), designs(made, chats));
  return { files, made, records, skipped };
}
