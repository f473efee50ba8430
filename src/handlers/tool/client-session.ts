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

/** Questions a tool asks its client, each under a name the tool chooses. */
export type Elicitation = {
  method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  params: object;
};
export type Answers = Record<string, Record<string, unknown>>;

/** The client side of a running call. Nothing here fails when the client does not listen. */
export type ClientSession = {
  /** Aborted when the client cancels the call or disconnects. */
  signal: AbortSignal;
  /** Reports progress, if the client asked for it. */
  progress(done: number, total?: number): Promise<void>;
  /** Sends a log message, if the client asked for that level. */
  log(level: LogLevel, data: unknown): Promise<void>;
  /** The client's declared capabilities, such as `elicitation` or `sampling`. */
  capabilities: Record<string, unknown>;
  /** Answers the client sent with this call, and the state issued along with the questions. */
  given: Answers;
  state: string | undefined;
  /**
   * Asks the client. Where a protocol has no questions during a call, the call ends here and the client repeats it with its
   * answers in {@link given}, so a tool must ask before it changes anything.
   *
   * @param state is returned with the answers; it is sealed, so that a client can neither read nor change it.
   * @throws ToolError `refused` when the client cannot answer.
   */
  ask(questions: Record<string, Elicitation>, state?: string): Promise<Answers>;
};
