import { constants, setPriority } from 'node:os';

/**
 * Lets everything else on this machine go first: whoever waits for an answer should not wait for events that nobody
 * waits for. On Linux this is said of the calling thread and those it starts; elsewhere it would be said of the process.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // A courtesy: where a sandbox does not know it, the work is done all the same.
  }
}
