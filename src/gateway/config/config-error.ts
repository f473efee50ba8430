/** A mistake in how Dewey was started; its message names the variable and the remedy. */
export class ConfigError extends Error {}
