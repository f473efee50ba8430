import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type {
  JSONRPCErrorResponse,
  JSONRPCMessage,
  JSONRPCRequest,
  MessageExtraInfo,
  RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import type { ToolError } from '../../../handlers/tool/errors.ts';
import { shapeProblem } from '../../../handlers/tool/parse-json.ts';
import type { Caller } from '../../auth/caller.ts';
import type { Allowance } from '../../limits/allowance.ts';
import type { CallResult, McpCore } from '../core.ts';
import { authInfoOf } from '../eras/auth-info.ts';
import { createLegacySession } from '../eras/legacy.ts';
import { isMessage, isNotification, isRequest, isResponse } from '../json-rpc.ts';
import { codes, failureOf } from '../protocol-error.ts';

/** A connection that carries one JSON-RPC message per frame or line, both ways. */
export type SocketConnection = {
  /**
   * Takes one frame; `undefined` for one that was not text. An invalid frame is answered with an error, and the
   * connection stays open.
   *
   * @param allowance what the limits allow for it, where they apply.
   */
  receive(text: string | undefined, allowance?: Allowance): void;
  /** Requests that only wait for their own answer: requests that ask the client must not block its reply. */
  running(): number;
  close(): Promise<void>;
};

/**
 * Serves MCP to one peer, in the protocol up to 2025-11-25; the specification of 2026-07-28 has no such connections.
 * Requests run concurrently; frames that arrive before the server is ready are queued in order.
 *
 * @param who provides the caller for each frame.
 * @param deliver sends one frame; never throws.
 */
export function createSocketConnection(
  core: McpCore,
  who: () => Caller,
  deliver: (text: string) => void,
): SocketConnection {
  const session = createLegacySession(core);
  const running = new Set<RequestId>();
  /** Those of them that are answered without the SDK. */
  const plain = new Map<RequestId, Promise<CallResult>>();
  let asking = 0;
  const transport = new PeerTransport((message) => {
    if (isRequest(message)) asking += 1;
    if (isResponse(message) && message.id !== undefined) running.delete(message.id);
    deliver(JSON.stringify(message));
  });
  const ready = session.server.connect(transport);
  let connected = false;
  void ready.then(() => {
    connected = true;
  });

  const refuseFrame = (id: unknown, code: number, message: string) => {
    who().unread?.(message);
    refuse(id, code, message);
  };
  const refuse = (id: unknown, code: number, message: string) => {
    const known = typeof id === 'string' || typeof id === 'number' ? id : null;
    deliver(JSON.stringify({ jsonrpc: '2.0', id: known, error: { code, message } }));
  };

  const answer = (id: RequestId, called: Promise<CallResult>) => {
    plain.set(id, called);
    const send = (outcome: { result: CallResult } | { error: JSONRPCErrorResponse['error'] }) => {
      const text = JSON.stringify({ ...outcome, jsonrpc: '2.0', id });
      if (plain.get(id) !== called) return; // it was cancelled
      plain.delete(id);
      running.delete(id);
      deliver(text);
    };
    void called.then((result) => send({ result })).catch((error) => send({ error: failureOf(error) }));
  };

  const accept = (message: JSONRPCMessage, allowance: Allowance | undefined) => {
    if (allowance?.ok === false) {
      if (isRequest(message)) deliver(JSON.stringify(limited(message, allowance.error)));
      return;
    }
    if (isRequest(message)) {
      if (running.has(message.id))
        return refuse(message.id, codes.invalidRequest, 'A request with this id is still running.');
      running.add(message.id);
    } else if (isResponse(message)) asking = Math.max(0, asking - 1);
    else if (isNotification(message) && message.method === 'notifications/cancelled') {
      // A cancelled request gets no answer.
      running.delete(message.params?.requestId as RequestId);
      plain.delete(message.params?.requestId as RequestId);
    }
    session.saw(message);
    const caller = allowance?.warning ? { ...who(), warning: allowance.warning } : who();
    const called = isRequest(message) ? session.call(message, caller) : undefined;
    if (called && isRequest(message)) return answer(message.id, called);
    const extra = { authInfo: authInfoOf(caller) };
    if (connected) transport.onmessage?.(message, extra);
    else void ready.then(() => transport.onmessage?.(message, extra));
  };

  return {
    receive(text, allowance) {
      const shape = text === undefined ? undefined : shapeProblem(text);
      if (shape !== undefined) return refuseFrame(null, codes.invalidRequest, `The message is ${shape}.`);
      const parsed = text === undefined ? undefined : parse(text);
      if (parsed === undefined)
        return refuseFrame(null, codes.parse, 'A frame must be one JSON-RPC message as text.');
      if (isMessage(parsed.value)) return accept(parsed.value, allowance);
      const { id } = (parsed.value ?? {}) as { id?: unknown };
      refuseFrame(
        id,
        codes.invalidRequest,
        Array.isArray(parsed.value)
          ? 'There are no batches here; send the messages one by one.'
          : 'This is not a JSON-RPC 2.0 message.',
      );
    },
    running: () => Math.max(0, running.size - asking),
    async close() {
      running.clear();
      plain.clear();
      await session.close();
    },
  };
}

/** A refused call fails in its result, like every failed call; other requests fail with a protocol error. */
const limited = ({ id, method }: JSONRPCRequest, { body, message, details }: ToolError) =>
  method === 'tools/call'
    ? {
        jsonrpc: '2.0',
        id,
        result: { content: [{ type: 'text', text: JSON.stringify(body) }], isError: true },
      }
    : {
        jsonrpc: '2.0',
        id,
        error: { code: body.error.code, message, data: { kind: body.error.kind, ...details } },
      };

class PeerTransport implements Transport {
  onmessage?: <T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #send: (message: JSONRPCMessage) => void;

  constructor(send: (message: JSONRPCMessage) => void) {
    this.#send = send;
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    this.#send(message);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined; // not JSON; answered by the caller
  }
}
