import type { Linear } from '../../src/handlers/events/extraction/offline/scoring/linear.ts';
import { timesOf } from '../../src/handlers/events/extraction/offline/time/choose.ts';
import { datingOf } from '../../src/handlers/events/extraction/offline/time/dating.ts';
import type { TimeOption } from '../../src/handlers/events/extraction/offline/time/option.ts';
import { companyOf } from '../../src/handlers/events/extraction/offline/who/company.ts';
import { actorOptions } from '../../src/handlers/events/extraction/offline/who/options.ts';
import { registryOf } from '../../src/handlers/events/extraction/offline/who/registry.ts';
import { sameDay, samePerson } from '../../test/support/event-sets/metrics.ts';
import { classes, type Prepared, targetOf } from './examples.ts';
import { actors, deadlines, prior, times } from './prior.ts';
import { type Expected, type Named, type NamedChoice, type Options, weigh, weighChoices } from './weigh.ts';

/** The weights of all models, fitted to labelled documents. */
export type Settings = {
  events: Options;
  share: number;
  main: Options;
  who: Options;
  when: Options;
  due: Options;
};

export const settings: Settings = {
  events: {
    prior: prior.map(([feature, name, weight]) => [feature, name, weight * 1.5] as const),
    penalty: 10,
    least: 3,
    publishers: 2,
    heavier: [
      ['b:', 3],
      ['first2:', 2],
      ['t:', 4],
      ['h:', 2],
      ['parent:', 2],
    ],
  },
  share: 0.3,
  main: {
    penalty: 6,
    least: 4,
    publishers: 2,
    heavier: [
      ['b:', 3],
      ['t:', 4],
    ],
  },
  who: {
    prior: actors,
    penalty: 15,
    least: 3,
    publishers: 2,
  },
  // How often what is said, or a fact, is of the day of a kind of document is known best: little holds these weights back.
  when: {
    prior: times,
    penalty: 30,
    least: 3,
    publishers: 2,
    heavier: [['core:', 0.1]],
    own: { features: /^(?:named|context|from:[^:]*)$/, penalty: 0.1 },
  },
  due: { prior: deadlines, penalty: 3, least: 1, publishers: 1 },
};

export const modelNames = ['events', 'main', 'who', 'when', 'due'] as const;
export type ModelName = (typeof modelNames)[number];

const expectedOf = ({ classes: names, weights }: Linear): Expected[] =>
  Object.entries(weights).flatMap(([feature, row]) =>
    names.map((name, at): Expected => [feature, name, row[at] ?? 0]),
  );

/** Settings that pull weights to those of fitted models, of documents that may be lost, rather than to what is expected. */
export const onto = (fitted: Readonly<Record<ModelName, Linear>>): Settings => ({
  ...settings,
  ...Object.fromEntries(
    modelNames.map((name) => [name, { ...settings[name], prior: expectedOf(fitted[name]) }]),
  ),
});

/** `more` teaches what is an event, with less weight. */
export const vagueWeight = 0.3;
/** Naming someone where the document names no one matters less than missing who is named. */
const nobodyWeight = 0.7;
export const moreWeight = 0.8;
/** A day that the document does not give is worse than one that is missed. */
const noDayWeight = 1;
const alsoWeight = 0.5;

export function modelsOf(
  documents: readonly Prepared[],
  more: readonly Prepared[],
  { events, share, main, who, when, due }: Settings,
  only: readonly ModelName[] = modelNames,
): Partial<Record<ModelName, Linear>> {
  const choices: NamedChoice[] = [];
  const moments: NamedChoice[] = [];
  const examples: Record<'events' | 'main' | 'due', Named[]> = {
    events: [],
    main: [],
    due: [],
  };
  for (const { candidates, labels, publisher, read, document } of documents) {
    if (read.context === undefined) continue;
    const { context, model } = read;
    const registry = registryOf(model, read.whole.text, context.language);
    const company = companyOf(document.author, document.title, model, read.whole.text, context.language);
    const dated = datingOf(
      { day: document.reference_date, title: document.title },
      model,
      read.whole.text,
      context.language,
    );
    const one = (yes: boolean) => Float64Array.from([yes ? 1 : 0]);
    candidates.forEach((candidate, at) => {
      const own = labels[at];
      if (own === undefined) {
        // It tells of an event that another place tells better.
        examples.events.push({
          features: candidate.features,
          target: targetOf([], share),
          weight: vagueWeight,
          publisher,
        });
        return;
      }
      examples.events.push({
        features: candidate.features,
        target: targetOf(own, share),
        weight: 1,
        publisher,
      });
      const [label] = own;
      if (label === undefined) return;
      examples.main.push({ features: candidate.features, target: one(label.main), weight: 1, publisher });
      for (const each of own) {
        const { options, nobody } = actorOptions(candidate, each.category, context, registry, company);
        const right = options.map(({ ref }) => each.who.some((name) => samePerson(name, ref)));
        const count = right.filter(Boolean).length;
        // Someone whom no option names teaches nothing.
        if (count === 0 && each.who.length > 0) continue;
        choices.push({
          options: [...options.map(({ features }) => features), nobody],
          target: Float64Array.from([...right.map((yes) => (yes ? 1 / count : 0)), count === 0 ? 1 : 0]),
          weight: count === 0 ? nobodyWeight : 1,
          publisher,
          document: document.id,
        });
      }
      const times = timesOf(candidate, label.category, context, dated);
      const timed = (into: Named[], options: readonly TimeOption[], right: string | null) => {
        for (const { iso, features } of options)
          into.push({ features, target: one(right !== null && sameDay(iso, right)), weight: 1, publisher });
      };
      // A found event may have another category that is as good, with the same day.
      for (const each of own)
        for (const name of [each.category, ...each.also]) {
          const { options, none } = timesOf(candidate, name, context, dated).when;
          const right = options.map(({ iso }) => each.when !== null && sameDay(iso, each.when));
          const count = right.filter(Boolean).length;
          // A day that no option has teaches nothing.
          if (count === 0 && each.when !== null) continue;
          moments.push({
            options: [...options.map(({ features }) => features), none],
            target: Float64Array.from([...right.map((yes) => (yes ? 1 / count : 0)), count === 0 ? 1 : 0]),
            weight: (count === 0 ? noDayWeight : 1) * (name === each.category ? 1 : alsoWeight),
            publisher,
            document: document.id,
          });
        }
      timed(examples.due, times.due, label.due);
    });
  }
  for (const { candidates, labels, publisher } of more)
    candidates.forEach(({ features }, at) => {
      const own = labels[at];
      if (own !== undefined)
        examples.events.push({ features, target: targetOf(own, share), weight: moreWeight, publisher });
    });
  const made: { [Name in ModelName]: () => Linear } = {
    events: () => weigh(examples.events, classes, events),
    main: () => weigh(examples.main, ['main'], main),
    who: () => weighChoices(choices, 'actor', who),
    when: () => weighChoices(moments, 'time', when),
    due: () => weigh(examples.due, ['due'], due),
  };
  return Object.fromEntries(only.map((name) => [name, made[name]()]));
}
