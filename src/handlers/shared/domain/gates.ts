import { clientPrefix } from './client-calls.ts';
import { isPhase, type Phase, type Preset } from './presets.ts';

/** Result of a gate check. */
export type Compliance = {
  /** Whether the preset's rule is met. */
  met: boolean;
  /** Whether the call is blocked; never true for a lenient preset. */
  blocks: boolean;
  /** Tools not yet called, by phase, in the preset's order; for `moderate`, one of them is enough. */
  missing: { phase: Phase; tool: string }[];
};

/** The phases of a preset in its order. */
export const orderOf = (preset: Preset): Phase[] => Object.keys(preset.gates).filter(isPhase);

/** The tools of a phase that were not called. */
const missingOf = (preset: Preset, phase: Phase, done: ReadonlySet<string>) =>
  preset.gates[phase].required_tools.filter((tool) => !done.has(tool)).map((tool) => ({ phase, tool }));

/**
 * Evaluates a phase by the tools that were called successfully.
 *
 * - lenient: never blocks, lists what the phase is missing
 * - moderate: one tool of the phase is enough
 * - strict: all tools of the phase and of every earlier phase
 * - custom: all tools of the phase
 */
export function judge(preset: Preset, phase: Phase, done: ReadonlySet<string>): Compliance {
  const order = orderOf(preset);
  const judged = preset.enforcement === 'strict' ? order.slice(0, order.indexOf(phase) + 1) : [phase];
  const missing = judged.flatMap((each) => missingOf(preset, each, done));
  const oneIsEnough = preset.enforcement === 'moderate';
  const met =
    missing.length === 0 || (oneIsEnough && missing.length < preset.gates[phase].required_tools.length);
  return { met, blocks: !met && preset.enforcement !== 'lenient', missing: met ? [] : missing };
}

/** The first phase whose gate is not yet open; the last phase when all are. */
export function currentPhase(preset: Preset, done: ReadonlySet<string>): Phase {
  const order = orderOf(preset);
  return order.find((phase) => !judge(preset, phase, done).met) ?? order.at(-1) ?? 'reason';
}

/** Instructions for opening the gate, one sentence each. */
export function nextSteps({ missing }: Compliance, preset: Preset): string[] {
  if (missing.length === 0) return [];
  const tools = missing.map(({ tool }) => tool);
  const steps =
    preset.enforcement === 'moderate'
      ? [`${oneOf(tools)}; one is enough.`]
      : missing.map(({ phase, tool }) =>
          tool.startsWith(clientPrefix)
            ? `${run([tool], phase)}.`
            : `Call ${tool} (${phase}) with this session_id.`,
        );
  return [...steps, ...searches.flatMap(({ tool, hint }) => (tools.includes(tool) ? [hint] : []))];
}

/** What counts of a search: without this, one that found nothing looks like a dead end. */
const searches = [
  { tool: 'search_experiences', hint: 'A search that finds nothing does not count: try other words.' },
  { tool: 'gather_context', hint: 'gather_context also takes sources that you found yourself.' },
];

function oneOf(tools: readonly string[]): string {
  const own = tools.filter((tool) => !tool.startsWith(clientPrefix));
  const called = own.length === 0 ? [] : [`Call ${own.join(' or ')} with this session_id`];
  const others = tools.filter((tool) => tool.startsWith(clientPrefix));
  return [...called, ...(others.length === 0 ? [] : [run(others)])].join(', or ');
}

const run = (requirements: readonly string[], phase?: Phase): string =>
  `Run ${requirements.map((each) => each.slice(clientPrefix.length)).join(' or ')}${phase === undefined ? '' : ` (${phase})`} successfully`;
