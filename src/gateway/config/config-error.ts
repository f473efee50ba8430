/** A configuration error; the message names the variable and the remedy. */
export class ConfigError extends Error {}
