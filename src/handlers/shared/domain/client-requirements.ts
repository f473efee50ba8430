import { clientPrefix, matchesCall } from './client-calls.ts';
import { type Preset, phases } from './presets.ts';

/** A captured call of a client's tool: its name, its time, and `<name> <input as JSON>`. */
export type Captured = { tool: string; at: string; text: string; succeeded: boolean | undefined };

/** What a preset requires of the client's own calls, with the prefix `client:`. */
export const clientRequirements = (preset: Preset): string[] => [
  ...new Set(
    phases.flatMap((phase) =>
      preset.gates[phase].required_tools.filter((tool) => tool.startsWith(clientPrefix)),
    ),
  ),
];

/** The requirements met since a time by a call that succeeded and had a result: a failed test run is not a test run. */
export const clientCallsDone = (preset: Preset, calls: readonly Captured[], from: string): string[] =>
  clientRequirements(preset).filter((requirement) =>
    calls.some(
      (call) =>
        call.succeeded === true &&
        Date.parse(call.at) >= Date.parse(from) &&
        matchesCall(
          requirement.slice(clientPrefix.length),
          { tool: call.tool, input: inputOf(call) },
          'count',
        ),
    ),
  );

/** The input of a captured call; of a long one only the beginning is known, as text. */
export function inputOf({ tool, text }: Captured): unknown {
  const json = text.startsWith(`${tool} `) ? text.slice(tool.length + 1) : text;
  try {
    return JSON.parse(json);
  } catch {
    return /"command":"((?:[^"\\]|\\.)*)/.exec(json)?.[1] ?? json;
  }
}
