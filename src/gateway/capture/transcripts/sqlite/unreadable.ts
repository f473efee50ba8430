/** A file that cannot be imported; the message is the reason shown in the summary. */
export class Unreadable extends Error {}

/** A store of an agent that cannot be read, now or at all. It is counted, as nothing else tells that its sessions are missing. */
export class UnreadableStore extends Unreadable {}
