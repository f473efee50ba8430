/** The modules of a decision; its domain is the module, or `general` without one. */
export const modules = ['database', 'auth', 'api', 'frontend', 'backend', 'infra'] as const;
export type Module = (typeof modules)[number];

export const domains = [...modules, 'general'] as const;
export type Domain = (typeof domains)[number];
