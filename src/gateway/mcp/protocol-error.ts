import type { ToolError } from '../../handlers/tool/errors.ts';

/**
 * A protocol-level error: an unknown tool, a malformed request. Both SDKs put `code`, `message` and `data` of a thrown
 * error into the JSON-RPC error.
 */
export class Fault extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'Fault';
    this.code = code;
    this.data = data;
  }
}

export const codes = {
  parse: -32700,
  invalidRequest: -32600,
  invalidParams: -32602,
  internal: -32603,
  /** Versions before 2026-07-28 have a separate code for it. */
  legacyResourceNotFound: -32002,
} as const;

/** The JSON-RPC error for what was thrown. */
export function failureOf(thrown: unknown): { code: number; message: string; data?: unknown } {
  if (thrown instanceof Fault) {
    const { code, message, data } = thrown;
    return { code, message, ...(data === undefined ? {} : { data }) };
  }
  return { code: codes.internal, message: thrown instanceof Error ? thrown.message : 'Internal error' };
}

/** The error of a read or prompt, as the JSON-RPC error of its request. */
export function toFault(error: ToolError, details: object = {}): Fault {
  const mistaken = error.kind === 'not_found' || error.kind === 'invalid_input';
  const data = { kind: error.kind, ...error.details, ...details };
  return new Fault(mistaken ? codes.invalidParams : error.code, error.message, data);
}
