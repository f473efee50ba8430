/**
 * All error kinds with their HTTP status and the code in the body. Codes below -32000 come from seed 002.
 * Over MCP, the body is the text of a result with `isError: true`.
 */
export const errorKinds = {
  invalid_input: { status: 400, code: -32602 },
  unauthorized: { status: 401, code: -32011 },
  forbidden: { status: 403, code: -32012 },
  not_found: { status: 404, code: -32004 },
  conflict: { status: 409, code: -32005 },
  refused: { status: 412, code: -32006 },
  too_large: { status: 413, code: -32007 },
  insufficient_data: { status: 422, code: -32002 },
  rate_limited: { status: 429, code: -32008 },
  internal: { status: 500, code: -32603 },
  unavailable: { status: 503, code: -32001 },
} as const;

export type ErrorKind = keyof typeof errorKinds;
export type ErrorStatus = (typeof errorKinds)[ErrorKind]['status'];

/** Details that help the client correct its call. */
export type ErrorDetails = {
  /** Path of the invalid field: `messages.3.role`. */
  field?: string;
  /** The problem with the field. */
  problem?: string;
  /** The received value, shortened. */
  received?: unknown;
  /** The next step for the caller. */
  suggestion?: string;
  /** Seconds after which the same call may succeed. */
  retry_after?: number;
  /** A named reason, where a specification defines one. */
  reason?: string;
  request_id?: string;
  [more: string]: unknown;
};

export type ErrorBody = {
  error: { code: number; kind: ErrorKind; message: string; data: ErrorDetails };
};

/** A failure reported to the client, with a suggestion for the next step. */
export class ToolError extends Error {
  readonly kind: ErrorKind;
  readonly details: ErrorDetails;
  /** Overrides the code of the kind where a specification requires another one. */
  readonly code: number;

  constructor(kind: ErrorKind, message: string, details: ErrorDetails = {}, code?: number) {
    super(message);
    this.name = 'ToolError';
    this.kind = kind;
    this.details = details;
    this.code = code ?? errorKinds[kind].code;
  }

  get status(): ErrorStatus {
    return errorKinds[this.kind].status;
  }

  get body(): ErrorBody {
    return { error: { code: this.code, kind: this.kind, message: this.message, data: this.details } };
  }
}
