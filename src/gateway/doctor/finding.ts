/** The result of one check. A warning is not a failure: it works, but needs attention. */
export type Finding = {
  check: string;
  ok: boolean;
  status?: 'warning';
  /** What was found, with a remedy when it is wrong. */
  detail: string;
};

export const fine = (check: string, detail: string): Finding => ({ check, ok: true, detail });
export const warning = (check: string, detail: string): Finding => ({
  check,
  ok: true,
  status: 'warning',
  detail,
});
export const failed = (check: string, detail: string): Finding => ({ check, ok: false, detail });

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
