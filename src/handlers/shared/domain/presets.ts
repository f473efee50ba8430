/** Rules of a workflow: which tools each phase wants, how strictly, and how long tokens and sessions live. */

/** In the order they are walked, unless a preset lists its gates in another. */
export const phases = ['teach', 'learn', 'reason'] as const;
export type Phase = (typeof phases)[number];

/**
 * - `lenient` never blocks
 * - `moderate` wants at least one tool of the current phase
 * - `strict` wants all tools of the current phase and of those before it
 * - `custom` wants all tools of the current phase alone
 */
export const enforcements = ['lenient', 'moderate', 'strict', 'custom'] as const;
export type Enforcement = (typeof enforcements)[number];

export type Gate = { required_tools: string[] };

export type Preset = {
  name: string;
  description: string;
  enforcement: Enforcement;
  /** The order of the keys is the order of the phases. */
  gates: Record<Phase, Gate>;
  /** Minutes an operation token is valid. */
  token_ttl: number;
  /** Minutes a session, and a session token, is valid. */
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
    description: 'Teach, learn, reason: each phase wants at least one of its tools.',
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
    description: 'Nothing is required and nothing blocks; calls are only recorded.',
    enforcement: 'lenient',
    gates: gates([], [], []),
    token_ttl: 10,
    session_ttl: 120,
  },
  {
    name: 'strict',
    description: 'Every tool of the current phase and of the phases before it must have been used.',
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
    description:
      'A template for your own: export it, fill in the gates and import it under a name of its own.',
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
  /** The preset as it will be used, defaults filled in; only when valid. */
  preset?: Preset;
};

const longestMinutes = 60 * 24 * 30;
const mostTools = 100;

/**
 * Checks a configuration. Errors make it unusable: the name, the gates, or one of the three gates is missing or
 * malformed. Warnings name what will be taken by default.
 *
 * @param gateTools the tools whose calls a gate can count; others are warned about, since such a gate never opens.
 */
export function validatePreset(config: unknown, gateTools: ReadonlySet<string>): Validation {
  const errors: string[] = [];
  const warnings: string[] = [];
  if (!isObject(config)) return { valid: false, errors: ['The configuration must be an object.'], warnings };
  const name = typeof config.name === 'string' ? config.name.trim() : '';
  if (name === '') errors.push('name: is required and must be a text.');
  else if (name.length > 100) errors.push('name: may have at most 100 characters.');
  const gates = readGates(config.gates, errors, warnings, gateTools);
  const description = typeof config.description === 'string' ? config.description : '';
  if (description.trim() === '') warnings.push('description: is missing; say what the preset is for.');
  const enforcement = readEnforcement(config.enforcement, errors, warnings);
  const token_ttl = readMinutes('token_ttl', config.token_ttl, 5, errors, warnings);
  const session_ttl = readMinutes('session_ttl', config.session_ttl, 60, errors, warnings);
  return errors.length > 0 || !gates
    ? { valid: false, errors, warnings }
    : {
        valid: true,
        errors,
        warnings,
        preset: { name, description, enforcement, gates, token_ttl, session_ttl },
      };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
      errors.push(`gates.${phase}: is no phase; the phases are ${phases.join(', ')}.`);
      continue;
    }
    if (gate === undefined) continue;
    const tools = readTools(phase, gate, errors, warnings);
    const never = tools?.filter((tool) => !gateTools.has(tool)) ?? [];
    if (never.length > 0)
      warnings.push(`gates.${phase}: calls of ${never.join(', ')} are never counted, so they stay missing.`);
    if (tools) read[phase] = { required_tools: tools };
  }
  return isComplete(read) ? read : undefined;
}

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
    warnings.push('enforcement: is missing; custom is taken.');
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
    warnings.push(`${field}: is not a number of minutes; ${byDefault} is taken.`);
    return byDefault;
  }
  if (value <= 0 || value > longestMinutes)
    errors.push(`${field}: must be more than 0 and at most ${longestMinutes} minutes.`);
  return value;
}
