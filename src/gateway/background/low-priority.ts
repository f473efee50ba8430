import { constants, setPriority } from 'node:os';

/**
 * Lets every other process on this machine go first: callers should not wait for background extraction. On Linux this
 * applies to the calling thread and the threads it starts; elsewhere it would apply to the whole process, so it is not
 * done.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Best effort: some sandboxes do not support it.
  }
}
