import { setFlagsFromString } from 'node:v8';

/**
 * For commands that read much and keep little: V8 collects garbage once the heap has doubled, and not only at 100 MB and
 * more, which the default is for a program that has just started.
 */
export const collectEarly = (): void => setFlagsFromString('--heap-growing-percent=100');
