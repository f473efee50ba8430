import * as z from 'zod';

const text = z.union([
  z.string(),
  z
    .array(z.looseObject({ text: z.string().optional() }))
    .transform((parts) => parts.map((part) => part.text ?? '').join('\n')),
]);
const who = z.union([z.string(), z.looseObject({ name: z.string() }).transform(({ name }) => name)]);
const message = z
  .looseObject({
    author: who.optional(),
    user: who.optional(),
    sender: who.optional(),
    from: who.optional(),
    role: z.string().optional(),
    content: text.optional(),
    text: text.optional(),
    ts: z.union([z.string(), z.number()]).optional(),
    timestamp: z.union([z.string(), z.number()]).optional(),
    created_at: z.string().optional(),
  })
  .transform((m) => ({
    speaker: m.author ?? m.user ?? m.sender ?? m.from ?? m.role ?? 'somebody',
    said: (m.content ?? m.text ?? '').trim(),
    at: timeOf(m.ts ?? m.timestamp ?? m.created_at),
  }));
const messages = z.array(message).min(1);
const chat = z.union([
  messages.transform((list) => ({ messages: list, title: undefined })),
  z
    .looseObject({ messages, title: z.string().optional(), name: z.string().optional() })
    .transform((value) => ({ messages: value.messages, title: value.title ?? value.name })),
]);

export type Chat = { content: string; title?: string; participants: string[]; ts?: string };

/**
 * Reads an exported chat: a list of messages, an object that contains one, or one message per line. Each message
 * becomes a line with its speaker.
 *
 * @returns undefined if it is not a chat.
 */
export function chatOf(json: string): Chat | undefined {
  const value = parsed(json) ?? json.split('\n').flatMap((line) => parsed(line) ?? []);
  const found = chat.safeParse(value);
  if (!found.success) return undefined;
  const said = found.data.messages.filter((one) => one.said !== '');
  if (said.length === 0) return undefined;
  const last = said.findLast((one) => one.at !== undefined)?.at;
  return {
    content: said.map(({ speaker, said: words }) => `${speaker}: ${words}`).join('\n'),
    participants: [...new Set(said.map(({ speaker }) => speaker))],
    ...(found.data.title ? { title: found.data.title } : {}),
    ...(last === undefined ? {} : { ts: last }),
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // not a single JSON document, or an empty line
  }
}

/** Accepts seconds or milliseconds since 1970, or a date as text. */
function timeOf(value: string | number | undefined): string | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  const ms = Number.isFinite(number) ? (number < 1e11 ? number * 1000 : number) : Date.parse(`${value}`);
  return Number.isFinite(ms) && Math.abs(ms) < 8e15 ? new Date(ms).toISOString() : undefined;
}
