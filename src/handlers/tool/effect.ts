/** What a call does to the lake; the four MCP hints and the scope a key needs follow from it. */
export type Effect = 'read' | 'add' | 'change' | 'delete';
