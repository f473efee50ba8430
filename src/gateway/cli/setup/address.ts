import { coreProfile, parseToolsets, wholeCatalog } from '../../calls/toolsets.ts';
import { UsageError } from '../run/usage.ts';

/** What clients are set up with: the everyday tools. All tools cost a model five times as many tokens at each start. */
export const defaultToolsets = coreProfile;

/** The address that clients connect to. */
export const clientAddress = (gateway: string, toolsets: string): string =>
  `${gateway}/mcp${toolsets === wholeCatalog ? '' : `?toolsets=${toolsets}`}`;

/**
 * The toolsets of `--toolsets`, as they stand in an address; by default the everyday ones.
 *
 * @throws UsageError for one that does not exist: the server would refuse every client that was set up with it.
 */
export async function toolsetsOf(given: string | undefined): Promise<string> {
  if (given === undefined) return defaultToolsets;
  // Loading all tools takes a third of a second.
  const { catalog } = await import('../../../handlers/index.ts');
  const names = parseToolsets(given);
  const known = [coreProfile, wholeCatalog, ...catalog.toolsets.map(({ name }) => name)];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0 || names.length === 0)
    throw new UsageError(
      `${unknown.length > 0 ? `There is no toolset ${unknown.join(', ')}` : '--toolsets names none'}. The toolsets are: ${known.join(', ')}.`,
    );
  return names.includes(wholeCatalog) ? wholeCatalog : names.join(',');
}
