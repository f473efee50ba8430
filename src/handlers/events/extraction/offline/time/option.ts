import type { Stamp } from '../document/block.ts';

/** A time that may be that of an event: a day that its words name, or the day it was said. */
export type TimeOption = {
  iso: string;
  features: string[];
  from: 'named' | Stamp['from'] | 'document';
  /** That it is meant where no other is: a plain promise or report gives it. */
  isFirm?: boolean;
};
