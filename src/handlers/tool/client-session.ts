/** Levels of MCP log messages, in order of severity. */
export const logLevels = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const;
export type LogLevel = (typeof logLevels)[number];

/** What a tool can ask of its client, each under a name of the tool's choice. */
export type Elicitation = {
  method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  params: object;
};
export type Answers = Record<string, Record<string, unknown>>;

/** The client's end of a running call. Nothing here fails because a client does not listen. */
export type ClientSession = {
  /** Aborted when the client cancels the call or goes away. */
  signal: AbortSignal;
  /** Reports progress, if the client asked for it. */
  progress(done: number, total?: number): Promise<void>;
  /** Sends a log message, if the client wants that level. */
  log(level: LogLevel, data: unknown): Promise<void>;
  /** What the client says it can do, such as `elicitation` or `sampling`. */
  capabilities: Record<string, unknown>;
  /** Answers the client sent along with this call, and the state it was given for them. */
  given: Answers;
  state: string | undefined;
  /**
   * Asks the client. Where a protocol carries no questions, the call ends here and the client calls again with its
   * answers in {@link given}: a tool that asks must not have done anything before.
   *
   * @param state comes back with the answers; it is sealed, so that a client can neither read more into it nor change it.
   * @throws ToolError `refused` when the client cannot answer.
   */
  ask(questions: Record<string, Elicitation>, state?: string): Promise<Answers>;
};
