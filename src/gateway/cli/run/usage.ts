/** Invalid usage of a command. */
export class UsageError extends Error {
  readonly exitCode = 2;
}
