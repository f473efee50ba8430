/** What one look found. A warning is no failure: things work, and somebody should look at it. */
export type Finding = {
  check: string;
  ok: boolean;
  status?: 'warning';
  /** What was found; where it is not as it should be, with what to do about it. */
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
