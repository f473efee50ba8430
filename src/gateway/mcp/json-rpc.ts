import type {
  JSONRPCErrorResponse,
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  JSONRPCResultResponse,
} from '@modelcontextprotocol/sdk/types.js';
import { isObject } from '../../handlers/shared/domain/is-object.ts';

/** The longest message of a WebSocket or of standard input. */
export const maxFrameBytes = 16_000_000;

/**
 * Whether a value is a JSON-RPC 2.0 message, and of which kind. Hand-written, because it runs several times per call,
 * and rejecting by schema costs more than the rest of the call. No less strict than the SDK's schemas, which silently
 * drop what they reject later.
 */
export const isMessage = (value: unknown): value is JSONRPCMessage => {
  if (typeof value !== 'object' || value === null || !('jsonrpc' in value) || value.jsonrpc !== '2.0')
    return false;
  if ('method' in value)
    return (
      typeof value.method === 'string' &&
      (!('id' in value) || isId(value.id)) &&
      (!('params' in value) || isParams(value.params)) &&
      Object.keys(value).every((name) => members.has(name))
    );
  if ('error' in value) return typeof value.error === 'object' && value.error !== null;
  return 'result' in value && 'id' in value && isId(value.id);
};

const isId = (id: unknown): boolean => typeof id === 'string' || Number.isSafeInteger(id);
const members: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);

const isParams = (params: unknown): boolean =>
  isObject(params) && (params._meta === undefined || isMeta(params._meta));

/** The member of `_meta` that names the task which a message belongs to. */
export const relatedTask = 'io.modelcontextprotocol/related-task';
const isMeta = (meta: unknown): boolean => {
  if (!isObject(meta)) return false;
  const task = meta[relatedTask];
  return (
    (meta.progressToken === undefined || isId(meta.progressToken)) &&
    (task === undefined || (isObject(task) && typeof task.taskId === 'string'))
  );
};

export const isRequest = (message: JSONRPCMessage): message is JSONRPCRequest =>
  'method' in message && 'id' in message;

export const isNotification = (message: JSONRPCMessage): message is JSONRPCNotification =>
  'method' in message && !('id' in message);

export const isResponse = (
  message: JSONRPCMessage,
): message is JSONRPCResultResponse | JSONRPCErrorResponse => 'result' in message || 'error' in message;
