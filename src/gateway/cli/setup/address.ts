import { coreProfile } from '../../calls/toolsets.ts';

/** What clients are set up with: the everyday tools. All tools cost a model five times as many tokens at each start. */
export const defaultToolsets = coreProfile;

/** The address that clients connect to. */
export const clientAddress = (gateway: string, toolsets: string): string =>
  `${gateway}/mcp${toolsets === 'all' ? '' : `?toolsets=${toolsets}`}`;
