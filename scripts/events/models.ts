import { utcOf } from '../../src/handlers/events/extraction/domain/time.ts';
import type { Fitted, Linear } from '../../src/handlers/events/extraction/offline/scoring/linear.ts';
import { type TimeOption, timesOf } from '../../src/handlers/events/extraction/offline/time/choose.ts';
import { actorOptions } from '../../src/handlers/events/extraction/offline/who/options.ts';
import { companyOf, registryOf } from '../../src/handlers/events/extraction/offline/who/registry.ts';
import { sameDay, samePerson } from '../../test/support/event-sets/metrics.ts';
import { classes, type Prepared, targetOf } from './examples.ts';
import { actors, deadlines, moments, prior } from './prior.ts';
import { type Named, type Options, weigh } from './weigh.ts';

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
    prior,
    penalty: 6,
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
  who: { prior: actors, penalty: 10, least: 3, publishers: 2 },
  when: { prior: moments, penalty: 3, least: 3, publishers: 2 },
  due: { prior: deadlines, penalty: 3, least: 1, publishers: 1 },
};

/** `more` teaches what is an event, with less weight. */
const moreWeight = Number(process.env.MORE ?? 0.5);
export function modelsOf(
  documents: readonly Prepared[],
  more: readonly Prepared[],
  { events, share, main, who, when, due }: Settings,
) {
  const examples: Record<'events' | 'main' | 'who' | 'when' | 'due', Named[]> = {
    events: [],
    main: [],
    who: [],
    when: [],
    due: [],
  };
  for (const { candidates, labels, publisher, read, document } of documents) {
    if (read.context === undefined) continue;
    const { context, model } = read;
    const registry = registryOf(model);
    const company = companyOf(document.author, document.title, model, read.whole.text, context.language);
    const dated = { iso: utcOf(document.reference_date ?? '') ?? model.date, from: 'document' as const };
    const one = (yes: boolean) => Float64Array.from([yes ? 1 : 0]);
    candidates.forEach((candidate, at) => {
      const own = labels[at];
      if (own === undefined) return;
      examples.events.push({
        features: candidate.features,
        target: targetOf(own, share),
        weight: 1,
        publisher,
      });
      const [label] = own;
      if (label === undefined) return;
      examples.main.push({ features: candidate.features, target: one(label.main), weight: 1, publisher });
      const named = own.flatMap((each) => each.who);
      for (const { ref, features } of actorOptions(candidate, label.category, context, registry, company))
        examples.who.push({
          features,
          target: one(named.some((name) => samePerson(name, ref))),
          weight: 1,
          publisher,
        });
      const times = timesOf(candidate, label.category, context, dated);
      const timed = (into: Named[], options: readonly TimeOption[], right: string | null) => {
        for (const { iso, features } of options)
          into.push({ features, target: one(right !== null && sameDay(iso, right)), weight: 1, publisher });
      };
      timed(examples.when, times.when, label.when);
      timed(examples.due, times.due, label.due);
    });
  }
  for (const { candidates, labels, publisher } of more)
    candidates.forEach(({ features }, at) => {
      const own = labels[at];
      if (own !== undefined)
        examples.events.push({ features, target: targetOf(own, share), weight: moreWeight, publisher });
    });
  const fitted = (name: keyof typeof examples, names: readonly string[], options: Options): Linear =>
    weigh(examples[name], names, options);
  return {
    events: fitted('events', classes, events),
    main: fitted('main', ['main'], main),
    who: fitted('who', ['actor'], who),
    when: fitted('when', ['time'], when),
    due: fitted('due', ['due'], due),
  } satisfies Partial<Fitted>;
}
