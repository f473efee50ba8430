import {
  exchanged,
  handsOver,
  keeping,
  leaving,
  moving,
  replacing,
  taking,
  tellsOfMove,
  undoes,
} from './moves.ts';
import type { Named } from './names/lexicon.ts';
import { goals, named, objects, origins, standing, towards } from './objects.ts';
import { chosen, type ReadOption, rejected } from './option.ts';
import type { Part } from './parts.ts';
import type { Segment } from './segments.ts';

/** What becomes of the options of a segment. */
export function optionsOf(
  { kind, cue }: Segment,
  parts: readonly Part[],
  kinds: ReadonlySet<string>,
  leads: boolean,
): ReadOption[] {
  if (kind === 'start') {
    if (leads) return named(parts).map(rejected('replace'));
    return leaves(parts) ? moving(parts) : reading(parts, kinds).map(chosen('adopt'));
  }
  // "Images are pulled from ECR"
  if (kind === 'take' && cue === 'pull' && parts.some(({ lead, named }) => named && lead === 'from'))
    return reading(parts, kinds).map(chosen('adopt'));
  if (kind === 'take') return taking(parts, kinds);
  if (kind === 'leave') return leaving(parts);
  if (kind === 'replacing') return replacing(parts);
  if (kind === 'adopt' || kind === 'becomes') return adopting(parts, kinds, cue);
  if (kind === 'keep') return keeping(parts, kinds);
  if (kind === 'stop' && movesOff.test(cue) && parts.some(({ lead, named }) => named && towards.has(lead)))
    return exchanged(parts, [...towards], false);
  if (kind === 'stop' && handsOver(parts)) return exchanged(parts, ['for'], false);
  if (kind === 'stop' || kind === 'forbid') return named(parts).map(rejected(kind));
  if (kind === 'instead') return named(parts).map(rejected('instead'));
  if (kind === 'substitute') return exchanged(parts, ['for'], true);
  if (kind === 'replace') return exchanged(parts, ['with', 'by', 'for', 'to'], false);
  if (kind === 'unreplace')
    return exchanged(parts, ['with', 'by', 'for', 'to'], false).map((one) =>
      one.role === 'rejected' ? chosen('keep')(one) : rejected('forbid')(one),
    );
  if (kind === 'move' && undoes(cue, parts)) return named(parts).map(rejected('stop'));
  const moved = moving(parts);
  return kind === 'move'
    ? moved
    : moved.map((one) => (one.role === 'rejected' ? chosen('keep')(one) : rejected('forbid')(one)));
}

/** What something is read from is what it is done with, as is what it goes to: "read secrets from Vault". */
function reading(parts: readonly Part[], kinds: ReadonlySet<string>): Named[] {
  const source = parts.filter(({ lead, named }) => named && lead === 'from');
  const goal = parts.filter(({ lead, named }) => named && towards.has(lead));
  if (source.length > 0 && goal.length > 0) return [...source, ...goal].flatMap(({ options }) => options);
  return standing(parts.map(fromSource), kinds);
}
const fromSource = (part: Part): Part =>
  part.named && part.lead === 'from' ? { ...part, lead: 'via' } : part;

/** "move off X to Y" */
const movesOff = /^(?:move|migrate|switch|transition|get|walk|step)\b.* (?:off|of|from)$/;

const kindsIn = (parts: readonly Part[]): ReadonlySet<string> =>
  new Set(parts.flatMap(({ options }) => options.flatMap(({ category }) => category ?? [])));

/**
 * Without a verb of moving, "from X" leaves X only where one of its kind follows: "from Kafka to RabbitMQ", "off Kafka", but not
 * "read secrets from Vault" or "data flows from Kafka to Snowflake".
 */
function leaves(parts: readonly Part[]): boolean {
  const from = parts.filter(({ lead, named }) => named && origins.has(lead));
  const [first] = parts;
  if (from.length > 0 && first !== undefined && tellsOfMove(first)) return true;
  if (from.some(({ lead }, i) => lead !== 'from' || (i === 0 && first?.words.length === 0))) return true;
  const kinds = kindsIn(from);
  const rest = parts.filter((part) => !from.includes(part) && part.named && goals.has(part.lead));
  return [...kindsIn(rest)].some((kind) => kinds.has(kind));
}

/** "prefer X to Y", "move to X from Y"; but not "use the images from X". */
function adopting(parts: readonly Part[], kinds: ReadonlySet<string>, cue: string): ReadOption[] {
  const taken = kindsIn(parts.filter(({ lead }) => !origins.has(lead)));
  const left = parts.filter(
    ({ lead, named, options }) =>
      named &&
      ((lead === 'from' && (/ to$/.test(cue) || options.some(({ category }) => taken.has(category ?? '')))) ||
        (lead !== 'from' && origins.has(lead)) ||
        (cue === 'prefer' && lead === 'to')),
  );
  const rest = parts.filter((part) => !left.includes(part)).map(fromSource);
  return [
    ...objects(rest, kinds).map(chosen('adopt')),
    ...left.flatMap(({ lead, options }) => options.map(rejected(origins.has(lead) ? 'replace' : 'instead'))),
  ];
}
