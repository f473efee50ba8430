import type { CaptureFacts } from '../../../../db/capture/version.ts';
import { field, textField } from '../../messages/captured.ts';
import { orderAt, titleRank } from './facts.ts';

/** The file beside the events of a session that names it; newer versions write no event for that. */
export const workspaceFile = 'workspace.yaml';

/** In UTF-16 units; the file has a dozen short fields. */
const longest = 100_000;

/**
 * The title that the file states: the name of the session, which its user or the agent gave, else the summary by which older
 * versions call it.
 *
 * @param at the time of the title, if the file does not state when it was changed.
 */
export async function workspaceFacts(
  text: string,
  at: string | undefined,
): Promise<CaptureFacts | undefined> {
  const stated = text.length > longest ? undefined : await fieldsOf(text);
  const name = textField(stated, 'name')?.trim();
  const title = name || textField(stated, 'summary')?.trim();
  if (!title) return undefined;
  const rank = name && field(stated, 'user_named') === 'true' ? titleRank.user : titleRank.agent;
  return { titles: [{ text: title, order: orderAt(rank, textField(stated, 'updated_at') ?? at) }] };
}

async function fieldsOf(text: string): Promise<unknown> {
  const { parse } = await import('yaml');
  try {
    return parse(text, { logLevel: 'error', schema: 'failsafe', maxAliasCount: 0 });
  } catch {
    return undefined; // it is being written, or of another form; the events are read all the same
  }
}
