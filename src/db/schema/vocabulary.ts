/** Allowed values of columns, kept apart from the tables so that they can be imported without loading the schema. */
export const roles = ['user', 'assistant', 'system', 'tool'] as const;
export type Role = (typeof roles)[number];

export const memoryTypes = ['preference', 'fact', 'project', 'decision'] as const;
export type MemoryType = (typeof memoryTypes)[number];

export const experienceTypes = ['effective', 'ineffective'] as const;
export type ExperienceType = (typeof experienceTypes)[number];

export const experienceDomains = [
  'Tools',
  'Protocol',
  'Communication',
  'Process',
  'Debugging',
  'Decision',
] as const;
export type ExperienceDomain = (typeof experienceDomains)[number];

/** What is known of the outcome of an experience: nothing yet, that it came as recorded, or that it came otherwise. */
export const experienceProofs = ['unproven', 'confirmed', 'contradicted'] as const;
export type ExperienceProof = (typeof experienceProofs)[number];

export const experienceScopes = ['user', 'project'] as const;
export type ExperienceScope = (typeof experienceScopes)[number];
