/** A file that cannot be imported; the message is the reason shown in the summary. */
export class Unreadable extends Error {}

/**
 * A store of an agent, or a packed session, that cannot be read, now or at all. It is counted, as nothing else tells that its
 * sessions are missing.
 */
export class UnreadableStore extends Unreadable {}

/** A database of another program, in which no sessions are missed. */
export class ForeignStore extends UnreadableStore {}
