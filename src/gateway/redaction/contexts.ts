import { access } from './access.ts';
import { announced } from './announced.ts';
import { calls } from './calls.ts';
import { codes } from './codes.ts';
import { configured } from './configured.ts';
import type { Context } from './context.ts';
import { bareKeys } from './der.ts';
import { files } from './files.ts';
import { given } from './given.ts';
import { headed } from './headed.ts';
import { literals } from './literals.ts';
import { network } from './network.ts';
import { phrased } from './phrased.ts';
import { positional } from './positional.ts';
import { printed } from './printed.ts';
import { prose } from './prose.ts';
import { settings } from './settings.ts';
import { stated } from './stated.ts';
import { replies, toldWords } from './told-words.ts';
import { urls } from './urls.ts';
import { worded } from './worded.ts';
import { written } from './written.ts';

/** Everything that is recognised by the words in front of it. */
export const contexts: readonly Context[] = [
  ...bareKeys,
  ...prose,
  ...access,
  ...written,
  ...configured,
  ...calls,
  ...positional,
  ...printed,
  ...given,
  ...announced,
  ...files,
  ...toldWords,
  ...replies,
  ...headed,
  ...codes,
  ...network,
  ...urls,
  ...literals,
  ...stated,
  ...settings,
  ...phrased,
  ...worded,
];
