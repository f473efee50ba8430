/** 0 ok, 1 failed, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2;
