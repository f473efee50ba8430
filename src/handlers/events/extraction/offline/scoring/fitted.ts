import type { Fitted } from './linear.ts';
import weights from './weights.json' with { type: 'json' };

/** The weights made by `scripts/events/fit.ts`. */
export const fitted = weights as unknown as Fitted;
