/** The command was called in a way it does not understand: exit code 2. */
export class UsageError extends Error {}
