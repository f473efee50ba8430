/** The effect of a call on the lake; the four MCP hints and the required scope are derived from it. */
export type Effect = 'read' | 'add' | 'change' | 'delete';
