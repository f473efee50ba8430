/**
 * Every way a call can fail: its HTTP status and the code in the body. Codes below -32000 are seed 002's.
 * Over MCP the body is the text of a result with `isError: true`.
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

/** What the client can use to mend its call. */
export type ErrorDetails = {
  /** The field at fault, as a path: `messages.3.role`. */
  field?: string;
  /** What is wrong with it. */
  problem?: string;
  /** What was received, shortened. */
  received?: unknown;
  /** What to do next. */
  suggestion?: string;
  /** Seconds after which the same call may succeed. */
  retry_after?: number;
  /** A named reason, where a specification names one. */
  reason?: string;
  request_id?: string;
  [more: string]: unknown;
};

export type ErrorBody = {
  error: { code: number; kind: ErrorKind; message: string; data: ErrorDetails };
};

/** A failure the client is told about, in words that say what to do next. */
export class ToolError extends Error {
  readonly kind: ErrorKind;
  readonly details: ErrorDetails;
  /** Where a specification gives the body's code another number than its kind has. */
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
