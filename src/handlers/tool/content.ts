/** One MCP content block shown to a model. Binary data is base64. */
export type Block =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: ResourceText | ResourceBlob };

export type ResourceText = { uri: string; mimeType: string; text: string };
export type ResourceBlob = { uri: string; mimeType: string; blob: string };

export type PromptMessage = { role: 'user' | 'assistant'; content: Block };
