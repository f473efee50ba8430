/** A client's file that is left alone; the message says why, and what to do. */
export class Unusable extends Error {}
