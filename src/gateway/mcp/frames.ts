import type {
  JSONRPCErrorResponse,
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  JSONRPCResultResponse,
} from '@modelcontextprotocol/sdk/types.js';

/**
 * Whether a value is a JSON-RPC 2.0 message, and of which kind. By hand: this is asked several times a call, and
 * refusing by schema costs more than the rest of the call.
 */
export const isMessage = (value: unknown): value is JSONRPCMessage => {
  if (typeof value !== 'object' || value === null || !('jsonrpc' in value) || value.jsonrpc !== '2.0')
    return false;
  if ('method' in value)
    return typeof value.method === 'string' && (!('id' in value) || isId(value.id)) && isParams(value);
  if ('error' in value) return typeof value.error === 'object' && value.error !== null;
  return 'result' in value && 'id' in value && isId(value.id);
};

const isId = (id: unknown): boolean => typeof id === 'string' || Number.isSafeInteger(id);
const isParams = (message: object): boolean =>
  !('params' in message) ||
  (typeof message.params === 'object' && message.params !== null && !Array.isArray(message.params));

export const isRequest = (message: JSONRPCMessage): message is JSONRPCRequest =>
  'method' in message && 'id' in message;

export const isNotification = (message: JSONRPCMessage): message is JSONRPCNotification =>
  'method' in message && !('id' in message);

export const isResponse = (
  message: JSONRPCMessage,
): message is JSONRPCResultResponse | JSONRPCErrorResponse => 'result' in message || 'error' in message;
