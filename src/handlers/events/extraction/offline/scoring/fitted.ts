import type { Fitted } from './linear.ts';
import weights from './weights.json' with { type: 'json' };

/** The weights made by `scripts/events/fit.ts`. */
// TypeScript reads the lists of a JSON file as lists of any length and text, not as tuples and categories.
export const fitted = weights as unknown as Fitted;
