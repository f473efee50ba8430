import { find } from './find.ts';
import { linkTo } from './link.ts';
import { addressOf } from './places.ts';
import type { Link, LinkOptions } from './types.ts';

export { openDriver } from './driver.ts';
export type { Link, LinkOptions } from './types.ts';

/** A link to the server at an address with one or more hosts. */
export const createLink = (url: string, options: LinkOptions = {}): Link =>
  linkTo(addressOf(url), options, find);
