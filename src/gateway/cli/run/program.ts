/** 0: success, 1: failure, 2: invalid usage, 130 and 143: stopped by SIGINT and SIGTERM. */
export type ExitCode = 0 | 1 | 2 | 130 | 143;
