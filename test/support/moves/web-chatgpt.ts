import { type Made, markerOf, textOf, timeAt } from './made.ts';
import type { WebExport } from './web-claude.ts';

type Message = { message: unknown; made?: Made; reason?: string };

const seconds = (n: number) => timeAt(n) / 1000;

/** One message of each kind that exports of 2025 and 2026 are described to have. */
function messageOf(n: number): Message {
  const { marker, text, kept } = textOf('gpt', n);
  const base = {
    create_time: seconds(n),
    status: 'finished_successfully',
    weight: 1,
    recipient: 'all',
    author: { role: 'assistant', name: null, metadata: {} },
  };
  const metadata = { model_slug: `gpt-${n % 3}`, message_type: 'next' };
  const stored = (...said: unknown[]): Made => ({ marker, outcome: 'stored', said, at: timeAt(n) });
  const said = (content: object, more: object = {}) => ({ ...base, metadata, content, ...more });
  switch (n % 16) {
    case 0: {
      const files = [{ id: `file-${n}`, name: `room ${n}.jpg`, mimeType: 'image/jpeg' }];
      const image = {
        content_type: 'image_asset_pointer',
        asset_pointer: `sediment://file_${n}`,
        size_bytes: n + 7,
        metadata: { dalle: { prompt: `a shelf ${n}` } },
      };
      return {
        message: said(
          { content_type: 'multimodal_text', parts: [image, text] },
          { author: { role: 'user' }, metadata: { attachments: files } },
        ),
        made: stored(kept, files, image),
      };
    }
    case 1: {
      const voice = { content_type: 'audio_transcription', text, direction: 'in', decoding_id: `voice-${n}` };
      return {
        message: said({
          content_type: 'multimodal_text',
          parts: [voice, { content_type: 'audio_asset_pointer', asset_pointer: `audio-${n}` }],
        }),
        made: stored(kept, `voice-${n}`, `audio-${n}`),
      };
    }
    case 2:
      return {
        message: said(
          { content_type: 'code', language: 'python', text: markerOf('edge', n) },
          { recipient: 'python' },
        ),
        made: { ...stored('python'), marker: markerOf('edge', n) },
      };
    case 3: {
      const result = { aggregate_result: { status: 'success', run_id: `run-${n}` } };
      return {
        message: said(
          { content_type: 'execution_output', text },
          { author: { role: 'tool', name: 'python' }, metadata: result },
        ),
        made: stored(kept, `run-${n}`, 'python'),
      };
    }
    case 4: {
      const quote = {
        content_type: 'tether_quote',
        url: `https://q.example/${n}`,
        domain: 'q.example',
        title: `Quoted ${n}`,
        text,
      };
      return {
        message: said(quote, { author: { role: 'tool', name: 'browser' } }),
        made: stored(kept, quote.url, quote.title),
      };
    }
    case 5:
      return {
        message: said(
          { content_type: 'tether_browsing_display', result: '', summary: text },
          { author: { role: 'tool', name: 'browser' } },
        ),
        made: stored(kept),
      };
    case 6: {
      const canvas = { textdoc_id: `doc-${n}`, textdoc_type: 'document', version: n, title: `Canvas ${n}` };
      const cited = [{ title: `Source ${n}`, url: `https://s.example/${n}` }];
      return {
        message: said(
          { content_type: 'text', parts: [text] },
          { metadata: { ...metadata, canvas, content_references: cited } },
        ),
        made: stored(kept, canvas, cited, `gpt-${n % 3}`),
      };
    }
    case 7:
      return {
        message: said(
          { content_type: 'user_editable_context', user_profile: 'x', user_instructions: 'y' },
          { author: { role: 'user' }, metadata: { is_visually_hidden_from_conversation: true } },
        ),
        reason: 'custom instructions',
      };
    case 8:
      return {
        message: said({ content_type: 'model_editable_context', model_set_context: '1. Likes maps' }),
        reason: 'what the memory of ChatGPT told the model',
      };
    case 9:
      return {
        message: said(
          { content_type: 'text', parts: [text] },
          { metadata: { is_visually_hidden_from_conversation: true } },
        ),
        reason: 'hidden',
      };
    case 10:
      return {
        message: said(
          { content_type: 'citable_code_output', output_str: text },
          { author: { role: 'tool', name: 'api' } },
        ),
        made: stored(kept, 'api'),
      };
    case 11:
      return {
        message: said({ content_type: 'reasoning_recap', content: 'Thought for 5s' }),
        reason: 'reasoning_recap',
      };
    case 12:
      return {
        message: said({ content_type: 'text', parts: [text] }, { recipient: 'bio' }),
        made: { ...stored(kept.slice(0, 30), 'bio') },
      };
    case 13:
      return { message: said({ content_type: 'novel', payload: { of: 'a new kind' } }), reason: 'empty' };
    case 14:
      return {
        message: said({ content_type: 'text', parts: [text, ''] }, { author: { role: 'system' } }),
        reason: 'system',
      };
    default:
      return {
        message: said(
          { content_type: 'text', parts: [text] },
          { author: { role: 'user' }, channel: `side ${n}`, status: 'in_progress' },
        ),
        made: stored(kept, `side ${n}`, true),
      };
  }
}

const perConversation = 16;

/** ChatGPT's data export in numbered parts, with trees in which a prompt was edited. */
export function chatgptExport(count: number): WebExport {
  const made: Made[] = [];
  const skipped: Record<string, number> = {};
  const left = (reason: string) => {
    skipped[reason] = (skipped[reason] ?? 0) + 1;
  };
  const conversations: unknown[] = [{ title: 'no conversation' }];
  left('not a conversation');
  for (let c = 0; made.length < count; c += 1) {
    const mapping: Record<string, unknown> = {
      root: { id: 'root', message: null, parent: null, children: ['0'] },
    };
    left('no message');
    const about = [`Talk ${c}`, `g-p-${c}`, `voice ${c}`];
    const put = (id: string, parent: string, message: unknown) => {
      mapping[id] = { id, message, parent, children: [] };
    };
    for (let i = 0; i < perConversation; i += 1) {
      const n = c * perConversation + i;
      const { message, made: one, reason } = messageOf(n);
      put(String(i), i === 0 ? 'root' : String(i - 1), message);
      if (one) made.push({ ...one, said: [one.said, about] });
      if (reason) left(reason);
    }
    put('abandoned', '3', {
      author: { role: 'user' },
      content: { content_type: 'text', parts: ['another wording'] },
    });
    left('other branch');
    // Thoughts of both forms; no answer follows.
    const thought = (thoughts: unknown) => ({
      author: { role: 'assistant' },
      content: { content_type: 'thoughts', thoughts },
    });
    put('thought', '15', thought([{ summary: `summed up ${c}`, content: '' }]));
    put('again', 'thought', thought(`in words ${c}`));
    const last = made.findLast(({ marker }) => /^(edge|gpt)/.test(marker) && answers(marker));
    if (last) last.said = [last.said, `summed up ${c}`, `in words ${c}`];
    conversations.push({
      ...{
        id: `talk-${c}`,
        conversation_id: `talk-${c}`,
        title: `Talk ${c}`,
        create_time: seconds(c),
        update_time: null,
      },
      ...{
        mapping,
        current_node: 'again',
        gizmo_id: `g-p-${c}`,
        voice: `voice ${c}`,
        is_archived: false,
        plugin_ids: null,
      },
    });
  }
  const half = Math.ceil(conversations.length / 2);
  const files = {
    'conversations-000.json': JSON.stringify(conversations.slice(0, half)),
    'conversations-001.json': JSON.stringify({ conversations: conversations.slice(half) }),
    'user.json': JSON.stringify({ id: 'user-1', email: 'ada@example.org' }),
    'group_chats.json': JSON.stringify({ chats: [] }),
    'message_feedback.json': JSON.stringify([{ id: 'f', conversation_id: 'talk-0', rating: 'thumbsUp' }]),
    'shared_conversations.json': JSON.stringify([{ id: 's', conversation_id: 'talk-0', title: 'Talk 0' }]),
    'chat.html': '<html>',
    'file-abc.dat': 'x',
  };
  for (const name of ['user.json', 'group_chats.json', 'message_feedback.json', 'shared_conversations.json'])
    left(`${name} in the zip: unknown format`);
  left('files in a zip that are not read (.html)');
  left('files in a zip that are not read (.dat)');
  return { files, made, records: [], skipped };
}

/** Whether the message is one of the assistant: thoughts that come last go with the last of them. */
function answers(marker: string): boolean {
  const kind = Number(/\d{5}/.exec(marker)?.[0]) % 16;
  return [1, 2, 6, 12].includes(kind);
}
