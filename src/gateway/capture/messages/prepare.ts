import { storable, storableDeep } from '../../../handlers/tool/text.ts';
import type { Secrets } from '../../config/redaction.ts';
import { clean, cleanDeep, cleanInput, type Redactions, withoutPrivate } from '../../redaction/index.ts';
import { type CapturedMessage, canonicalJson, type Source } from './captured.ts';
import { storableId } from './ids.ts';
import { storableTime } from './times.ts';

/** Limit of metadata; beyond it, `thinking` is removed first. */
const maxMetadataBytes = 256_000;

/** A message ready to be stored, and the counts of what was removed from it. */
export type Prepared = CapturedMessage & { redactions: Redactions };

/**
 * Removes secrets and private text, renders calls as text, replaces characters PostgreSQL cannot hold, and drops invalid
 * times. Every source passes through here, and so does `dewey verify`, so that both sides of a comparison are prepared
 * alike.
 *
 * @param trusted the message comes from an export of Dewey and is kept unchanged.
 */
export function prepare(
  message: CapturedMessage,
  trusted = message.original !== undefined,
  secrets: Secrets = 'removed',
): Prepared {
  const redactions: Redactions = {};
  const content = storable(trusted ? message.content : render(message, redactions, secrets));
  const metadata =
    trusted || secrets === 'kept'
      ? message.metadata
      : (cleanDeep(message.metadata, redactions) as CapturedMessage['metadata']);
  const kept = withinLimit(storableDeep(metadata) as CapturedMessage['metadata']);
  const counted = Object.keys(redactions).length > 0 ? { ...kept, redacted: redactions } : kept;
  return {
    ...message,
    id: storableId(message.id),
    ...(message.keys ? { keys: message.keys.map(storableId) } : {}),
    content,
    metadata: counted,
    createdAt: storableTime(message.createdAt),
    redactions,
  };
}

/**
 * The conversation without secrets in what is said of it, such as a title, and without characters PostgreSQL cannot hold.
 * One from an export of Dewey is kept unchanged.
 */
export function prepareSource(source: Source, secrets: Secrets): Source {
  const { metadata, parent, conversationId, sessionId, project, startedAt } = source;
  if (conversationId !== undefined) return source;
  const safe: Source = { ...source, key: storableId(source.key) };
  if (sessionId !== undefined) safe.sessionId = storableId(sessionId);
  if (project !== undefined) safe.project = storable(project);
  if (startedAt !== undefined) safe.startedAt = storableTime(startedAt);
  if (metadata !== undefined)
    safe.metadata = storableDeep(
      secrets === 'kept' ? metadata : cleanDeep(metadata, {}),
    ) as Source['metadata'];
  if (parent !== undefined) safe.parent = prepareSource(parent, secrets);
  return safe;
}

function render(message: CapturedMessage, redactions: Redactions, secrets: Secrets): string {
  const cleaned = (text: string) =>
    secrets === 'kept' ? withoutPrivate(text, redactions) : clean(text, redactions);
  if (message.call === undefined) return cleaned(message.content);
  const { name, input } = message.call;
  if (input === undefined || input === null) return name;
  const safe = secrets === 'kept' ? input : cleanInput(name, input, redactions);
  return `${name} ${cleaned(typeof safe === 'string' ? safe : canonicalJson(safe))}`;
}

/** What is at least left of so many characters beside the JSON of a value: nearly all metadata need not be written to know. */
function roomBeside(value: unknown, room: number): number {
  if (typeof value === 'string') return room - longestEscape * value.length - 2;
  if (typeof value !== 'object' || value === null) return room - longestNumber;
  let left = room - 2;
  for (const [key, item] of Object.entries(value)) {
    left = roomBeside(item, left - longestEscape * key.length - 4);
    if (left < 0) break;
  }
  return left;
}

const longestEscape = 6; // \u0000
const longestNumber = 25;

function withinLimit(metadata: CapturedMessage['metadata']): CapturedMessage['metadata'] {
  if (roomBeside(metadata, maxMetadataBytes) >= 0) return metadata;
  const size = JSON.stringify(metadata).length;
  if (size <= maxMetadataBytes) return metadata;
  const { thinking: _, ...rest } = metadata;
  return JSON.stringify(rest).length <= maxMetadataBytes
    ? { ...rest, thinking_removed: `${size} characters` }
    : { source: metadata.source, metadata_removed: `${size} characters` };
}
