import type { VariableName } from './env.ts';

/** The documentation of a variable, from which `docs/reference/configuration.md` is generated. */
export type Setting = {
  /** The format of its value, in words. */
  type: string;
  /** The default value, if setting it is the same as leaving the variable unset. */
  value?: string;
  /** The behaviour while it is unset, where no value expresses it. */
  initial?: string;
  description: string;
};

export type NamedSetting = Setting & { name: string };

export const postgresUrl = 'URL `postgres://…`';
export const onOff = '`on` or `off`';
export const file = 'file';
export const folder = 'folder';
export const names = 'names, comma-separated';
export const count = 'whole number';

/** Groups of settings by title. */
export type Settings = Record<string, Partial<Record<VariableName, Setting>>>;
