import { clientPrefix, patternProblem } from './client-calls.ts';
import { type Guarding, readGuarding } from './guards.ts';
import { isObject } from './is-object.ts';

/** Rules of a workflow: the tools each phase requires, how strictly, and how long tokens and sessions last. */

/** In order, unless a preset lists its gates in another one. */
export const phases = ['teach', 'learn', 'reason'] as const;
export type Phase = (typeof phases)[number];

/**
 * - `lenient` never blocks
 * - `moderate` requires at least one tool of the current phase
 * - `strict` requires all tools of the current and all earlier phases
 * - `custom` requires all tools of the current phase only
 */
export const enforcements = ['lenient', 'moderate', 'strict', 'custom'] as const;
export type Enforcement = (typeof enforcements)[number];

export type Gate = { required_tools: string[] };

/** `guards` and `when_unavailable` are absent in a preset that guards no calls of the client. */
export type Preset = Partial<Guarding> & {
  name: string;
  description: string;
  enforcement: Enforcement;
  /** The order of the keys is the order of the phases. */
  gates: Record<Phase, Gate>;
  /** Validity of an operation token, in minutes. */
  token_ttl: number;
  /** Validity of a session and its token, in minutes. */
  session_ttl: number;
};

const gates = (teach: string[], learn: string[], reason: string[]): Record<Phase, Gate> => ({
  teach: { required_tools: teach },
  learn: { required_tools: learn },
  reason: { required_tools: reason },
});

export const builtInPresets: readonly Preset[] = [
  {
    name: 'three-gate',
    description: 'Teach, learn, reason: each phase requires at least one of its tools.',
    enforcement: 'moderate',
    gates: gates(
      ['record_experience', 'tag_experience'],
      ['search_experiences', 'gather_context'],
      ['reason_through', 'finalize_decision'],
    ),
    token_ttl: 5,
    session_ttl: 60,
  },
  {
    name: 'minimal',
    description: 'Nothing is required and nothing blocks; calls are recorded only.',
    enforcement: 'lenient',
    gates: gates([], [], []),
    token_ttl: 10,
    session_ttl: 120,
  },
  {
    name: 'strict',
    description: 'Requires every tool of the current phase and of all earlier phases.',
    enforcement: 'strict',
    gates: gates(
      ['record_experience', 'tag_experience', 'export_experiences'],
      ['search_experiences', 'get_experience', 'gather_context'],
      ['analyze_problem', 'reason_through', 'finalize_decision'],
    ),
    token_ttl: 3,
    session_ttl: 30,
  },
  {
    name: 'custom',
    description: 'A template: export it, fill in the gates and import it under a new name.',
    enforcement: 'custom',
    gates: gates([], [], []),
    token_ttl: 5,
    session_ttl: 60,
  },
];

export const defaultPreset = 'three-gate';

export const builtIn = (name: string): Preset | undefined =>
  builtInPresets.find((preset) => preset.name === name);

export type Validation = {
  valid: boolean;
  errors: string[];
  warnings: string[];
  /** The preset with defaults filled in; present only when the configuration is valid. */
  preset?: Preset;
};

const longestMinutes = 60 * 24 * 30;
const mostTools = 100;

/**
 * Checks a configuration. Errors make it unusable: the name, the gates, or one of the three gates is missing or
 * malformed. Warnings name the defaults that will be used.
 *
 * @param gateTools the tools whose calls gates count; any other tool gets a warning, because its gate would never open.
 */
export function validatePreset(config: unknown, gateTools: ReadonlySet<string>): Validation {
  const errors: string[] = [];
  const warnings: string[] = [];
  if (!isObject(config)) return { valid: false, errors: ['The configuration must be an object.'], warnings };
  const name = typeof config.name === 'string' ? config.name.trim() : '';
  if (name === '') errors.push('name: is required and must be a string.');
  else if (name.length > 100) errors.push('name: may have at most 100 characters.');
  const gates = readGates(config.gates, errors, warnings, gateTools);
  const description = typeof config.description === 'string' ? config.description : '';
  if (description.trim() === '') warnings.push('description: is missing; describe what the preset is for.');
  const enforcement = readEnforcement(config.enforcement, errors, warnings);
  const token_ttl = readMinutes('token_ttl', config.token_ttl, 5, errors, warnings);
  const session_ttl = readMinutes('session_ttl', config.session_ttl, 60, errors, warnings);
  const guarding = readGuarding(config, errors);
  return errors.length > 0 || !gates
    ? { valid: false, errors, warnings }
    : {
        valid: true,
        errors,
        warnings,
        preset: { name, description, enforcement, gates, token_ttl, session_ttl, ...guarding },
      };
}

function readGates(
  value: unknown,
  errors: string[],
  warnings: string[],
  gateTools: ReadonlySet<string>,
): Record<Phase, Gate> | undefined {
  if (!isObject(value)) {
    errors.push('gates: is required and must be an object with teach, learn and reason.');
    return undefined;
  }
  const read: Partial<Record<Phase, Gate>> = {};
  for (const phase of phases) if (value[phase] === undefined) errors.push(`gates.${phase}: is missing.`);
  for (const [phase, gate] of Object.entries(value)) {
    if (!isPhase(phase)) {
      errors.push(`gates.${phase}: is not a phase; the phases are ${phases.join(', ')}.`);
      continue;
    }
    if (gate === undefined) continue;
    const tools = readTools(phase, gate, errors, warnings);
    const never = tools?.filter((tool) => !counts(tool, gateTools)) ?? [];
    if (never.length > 0)
      warnings.push(`gates.${phase}: calls of ${never.join(', ')} are not counted, so the gate never opens.`);
    if (tools) read[phase] = { required_tools: tools };
  }
  return isComplete(read) ? read : undefined;
}

/** Whether calls of a required tool are counted: those of Dewey's own tools for gates, and captured ones of the client. */
const counts = (tool: string, gateTools: ReadonlySet<string>): boolean =>
  tool.startsWith(clientPrefix)
    ? patternProblem(tool.slice(clientPrefix.length)) === undefined
    : gateTools.has(tool);

/** The required tools of a preset whose calls are never counted, so that their gates could not open. */
export const neverCounted = (preset: Preset, gateTools: ReadonlySet<string>): string[] =>
  phases.flatMap((phase) => preset.gates[phase].required_tools.filter((tool) => !counts(tool, gateTools)));

const isComplete = (gates: Partial<Record<Phase, Gate>>): gates is Record<Phase, Gate> =>
  phases.every((phase) => gates[phase] !== undefined);

export const isPhase = (text: string): text is Phase => (phases as readonly string[]).includes(text);

function readTools(phase: Phase, gate: unknown, errors: string[], warnings: string[]): string[] | undefined {
  if (!isObject(gate)) {
    errors.push(`gates.${phase}: must be an object with required_tools.`);
    return undefined;
  }
  const tools = gate.required_tools;
  if (tools === undefined) {
    warnings.push(`gates.${phase}: has no required_tools; the gate is always open.`);
    return [];
  }
  if (
    !Array.isArray(tools) ||
    tools.length > mostTools ||
    !tools.every((tool) => typeof tool === 'string' && tool !== '' && tool.length <= 200)
  ) {
    errors.push(`gates.${phase}.required_tools: must be a list of at most ${mostTools} tool names.`);
    return undefined;
  }
  if (tools.length === 0) warnings.push(`gates.${phase}: has no required_tools; the gate is always open.`);
  return [...new Set<string>(tools)];
}

function readEnforcement(value: unknown, errors: string[], warnings: string[]): Enforcement {
  if (value === undefined) {
    warnings.push('enforcement: is missing; custom is used.');
    return 'custom';
  }
  const known = enforcements.find((enforcement) => enforcement === value);
  if (!known) errors.push(`enforcement: must be one of ${enforcements.join(', ')}.`);
  return known ?? 'custom';
}

function readMinutes(
  field: string,
  value: unknown,
  byDefault: number,
  errors: string[],
  warnings: string[],
): number {
  if (value === undefined) return byDefault;
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    warnings.push(`${field}: is not a number of minutes; ${byDefault} is used.`);
    return byDefault;
  }
  if (value <= 0 || value > longestMinutes)
    errors.push(`${field}: must be more than 0 and at most ${longestMinutes} minutes.`);
  return value;
}
