import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { codes } from '../protocol-error.ts';

/**
 * The SDK's server with readable errors: for invalid parameters the SDK answers with an internal error that contains a
 * dump of schema issues. It also takes capabilities that a client states as true or false; the SDK takes only objects.
 */
export class LegacyServer extends Server {
  override connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send('error' in message ? inWords(message) : message, options);
    const connected = super.connect(transport);
    const receive = transport.onmessage;
    if (receive) transport.onmessage = (message, extra) => receive(withObjects(message), extra);
    return connected;
  }
}

/** An initialize request with capabilities as objects; those that are false are left out. */
function withObjects<T extends JSONRPCMessage>(message: T): T {
  if (!('method' in message) || message.method !== 'initialize') return message;
  const stated = message.params?.capabilities;
  if (typeof stated !== 'object' || stated === null) return message;
  const capabilities = Object.entries(stated).flatMap(([name, value]) => {
    if (value === false) return [];
    return [[name, value === true ? {} : value]];
  });
  return { ...message, params: { ...message.params, capabilities: Object.fromEntries(capabilities) } };
}

const complaints = z
  .array(z.looseObject({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }))
  .min(1);

function inWords(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message)) return message;
  const [first] = complaintsIn(message.error.message) ?? [];
  if (!first) return message;
  const { path, message: said } = first;
  const text = `${path.join('.')}: ${said.replace(/^Invalid input: /, '')}.`;
  return { ...message, error: { ...message.error, code: codes.invalidParams, message: text } };
}

function complaintsIn(text: string): z.output<typeof complaints> | undefined {
  const at = text.indexOf('[\n');
  if (at < 0) return undefined;
  try {
    return complaints.safeParse(JSON.parse(text.slice(at))).data;
  } catch {
    return undefined; // it was not a JSON dump after all
  }
}
