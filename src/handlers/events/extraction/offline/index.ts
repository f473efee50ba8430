import type {
  Actor,
  Evidence,
  ExtractedEvent,
  Extraction,
  Extractor,
  SourceDocument,
} from '../domain/event.ts';
import { candidatesIn, type Read, readSource } from './candidates.ts';
import { decide, type Scorers, scorersOf } from './decide.ts';
import type { Context } from './features/context.ts';
import { habitsOf } from './habits.ts';
import type { Taken } from './merge.ts';
import { narrate } from './narrate.ts';
import { roles } from './roles.ts';
import { fitted as shipped } from './scoring/fitted.ts';
import { instructs } from './scoring/instructing.ts';
import { calibrated, type Fitted, sigmoid } from './scoring/linear.ts';
import { type Refined, refined as shippedRefined } from './scoring/meaning.ts';
import { subjectOf } from './subject.ts';
import { bestTime, chooseTime, timesOf } from './time/choose.ts';
import { datingOf } from './time/dating.ts';
import { undecidedOf } from './undecided.ts';
import { chooseActors } from './who/choose.ts';
import { companyOf } from './who/company.ts';
import { actorOptions } from './who/options.ts';
import { type Registry, registryOf } from './who/registry.ts';

/**
 * Extracts events without a model of language and without network, and the same text always gives the same events:
 * structure of the document → candidates → features → weights fitted to labelled documents → who and when → merging. What these
 * leave undecided it names, and decides again by what it means, where a caller gives it the vectors.
 * English, German, French and Spanish; `confidence` is the measured share of such events that readers confirm.
 */
export const offlineExtractor: Extractor = {
  name: 'offline',
  remote: false,
  async extract(document, signal) {
    const reading = read(document, shipped, scorers, shippedRefined);
    for (;;) {
      signal.throwIfAborted();
      const step = reading.next();
      if (step.done) return step.value;
      // Yield, so that a long text does not block the heartbeats of its job.
      await new Promise((resolve) => setTimeout(resolve));
    }
  },
};

const scorers = scorersOf(shipped);

/** Extracts synchronously, without yielding. */
export function extractOffline(
  document: SourceDocument,
  fitted: Fitted = shipped,
  refined: Refined = shippedRefined,
): Extraction {
  const reading = read(document, fitted, fitted === shipped ? scorers : scorersOf(fitted), refined);
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
  }
}

function* read(
  document: SourceDocument,
  fitted: Fitted,
  scorers: Scorers,
  refined: Refined,
): Generator<void, Extraction> {
  const source = readSource(document);
  if (source.context === undefined)
    return {
      events: [],
      dropped: [{ reason: `language_not_read: ${source.language}` }],
      language: source.language,
    };
  const candidates = yield* candidatesIn(source);
  const instructing = records(source) ? 0 : instructs(candidates);
  const { meanings } = document;
  const meant = meanings === undefined ? undefined : { refined, meanings };
  const telling = tellerOf(document, source, source.context, fitted, scorers, refined);
  const events: ExtractedEvent[] = [];
  let told = 0;
  const habits = habitsOf(document.corrections ?? []);
  for (const taken of decide(candidates, fitted, scorers, instructing, habits, meant)) {
    told += 1;
    if (told % 50 === 0) yield;
    const event = telling(taken);
    if (event !== undefined) events.push(event);
  }
  const undecided = meant === undefined ? undecidedOf(candidates, scorers.events, instructing) : [];
  return { events, dropped: [], language: source.language, undecided };
}

/** Minutes of a day record what was said, however few sentences tell of what was done. */
const records = ({ context, model }: Read): boolean =>
  context?.genre === 'minutes' && (model.held ?? model.date) !== undefined;

/** Completes what is taken as an event: quotes, actors, times, confidence. */
function tellerOf(
  document: SourceDocument,
  { whole, model }: Read,
  context: Context,
  fitted: Fitted,
  scorers: Scorers,
  refined: Refined,
): (taken: Taken) => ExtractedEvent | undefined {
  const { thresholds } = fitted;
  const registry: Registry = registryOf(model, whole.text, context.language);
  const company = companyOf(document.author, document.title, model, whole.text, context.language);
  const dated = datingOf(
    { day: document.documentDate, title: document.title, sent: document.sourceTime },
    model,
    whole.text,
    context.language,
  );
  return ({ candidate, category, score, read, also }) => {
    const { unit, clause } = candidate;
    const evidence = [unit, ...also.map((one) => one.unit)]
      .map((span) => whole.evidence(span))
      .filter((one): one is Evidence => one !== undefined);
    if (evidence.length === 0) return undefined;
    const choice = actorOptions(candidate, category, context, registry, company);
    const actors: Actor[] = chooseActors(choice, scorers.who, {
      ratio: thresholds.others,
      least: thresholds.who,
    }).map(({ ref }) => ({ ref, role: roles[category] }));
    const times = timesOf(candidate, category, context, dated);
    return {
      category,
      eventTime: chooseTime(times.when, scorers.when, thresholds.when),
      // What was ticked off is due no more.
      due: unit.block.box === 'done' ? null : bestTime(times.due, scorers.due, thresholds.due),
      narrative: narrate(unit, namedActor(actors) ?? unit.block.speaker, document.title, registry.resolve),
      subject: subjectOf(clause, unit, actors, category === 'Stakeholder', document.title),
      actors,
      confidence: Math.round(calibrated((read ? refined : fitted).calibration, score) * 100) / 100,
      main: sigmoid(scorers.main(candidate.features)[0] ?? 0) >= 0.5,
      evidence,
    };
  };
}

/** The first who is called by a name: "the team" says no more than the "we" of the text. */
const namedActor = (actors: readonly Actor[]): string | undefined =>
  actors[0]?.ref === 'the team' ? undefined : actors[0]?.ref;
