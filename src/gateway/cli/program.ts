/** 0 ok, 1 failed, 2 wrong usage, 130 and 143 stopped by SIGINT and SIGTERM. */
export type ExitCode = 0 | 1 | 2 | 130 | 143;
