/**
 * The toolsets that clients are set up with. All tools together cost a model 15,000 tokens before the first word; these
 * search, read and store what agents work with.
 */
export const defaultToolsets = 'conversations,contexts,decisions,artifacts,memory';

/** The address that clients connect to. */
export const clientAddress = (gateway: string, toolsets: string): string =>
  `${gateway}/mcp${toolsets === 'all' ? '' : `?toolsets=${toolsets}`}`;
