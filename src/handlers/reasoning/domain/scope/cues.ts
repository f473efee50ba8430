import { matcher } from '../cues/matcher.ts';
import { unspaced } from '../cues/words.ts';
import table from './cues.json' with { type: 'json' };

/** What a thought says by its words and phrases: `cues.json`. */

export const cueNames = [
  'announced',
  'wish',
  'hint',
  'faint',
  'breadth',
  'audience',
  'rival',
  'reason',
  'inquiry',
  'condition',
  'reference',
  'matter',
  'duty',
  'keeping',
  'evidence',
  'proof',
] as const;

export const cues = matcher(cueNames.map((name) => ({ cues: table.signs[name], value: name })));

/** "I would .. add": what somebody means to make; a participle may open a sentence by itself. */
export const undertakings = matcher(
  table.undertakings.verbs.split(' | ').map((verb) => ({
    cues: unspaced.test(verb)
      ? verb
      : [
          ...table.undertakings.heads.split(' | ').map((head) => `${head} .. ${verb}`),
          ...(verb.endsWith('ing') ? [`^${verb}`] : []),
        ].join(' | '),
    value: verb,
  })),
);

/** Subjects at the edge of the work. */
export const subjects = matcher(
  Object.entries(table.topics).map(([subject, [weight, words]]) => ({
    cues: String(words),
    value: { subject, weight: Number(weight) },
  })),
);

/** Languages, frameworks and products that one can move to. */
export const platforms = matcher([{ cues: table.platforms, value: 'platform' }]);
