import { Histogram, type Registry } from 'prom-client';
import { instruments } from './instruments.ts';

/** Counts each tool's calls, their outcomes and durations. */
export type CallFigures = { add(tool: string, outcome: string, durationMs: number): void };

/** In seconds: a round trip to the database takes a millisecond, a model may take half a minute. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Aggregated between two scrapes, since looking up a labelled metric costs more than counting. */
export function addCallMetrics(registry: Registry, running: () => number): CallFigures {
  const registers = [registry];
  const latency = new Histogram({
    name: 'dewey_call_duration_seconds',
    help: 'Duration of calls, by tool',
    labelNames: ['tool'],
    buckets,
    registers,
  });
  const outcomes = new Map<string, Map<string, number>>();
  const observers = new Map<string, (seconds: number) => void>();
  const observerOf = (tool: string) => {
    const known = observers.get(tool);
    if (known) return known;
    const made = latency.labels(tool);
    const observe = (seconds: number) => made.observe(seconds);
    observers.set(tool, observe);
    outcomes.set(tool, new Map());
    return observe;
  };
  const { gauge, counter } = instruments(registry);
  const totals = (wanted: (outcome: string) => boolean) => (): [string[], number][] =>
    [...outcomes].flatMap(([tool, counts]) =>
      [...counts]
        .filter(([outcome]) => wanted(outcome))
        .map(([outcome, count]): [string[], number] => [[tool, outcome], count]),
    );
  const all = totals(() => true);
  const failed = totals((outcome) => outcome !== 'ok');
  counter('dewey_calls_total', 'Calls by tool and outcome', ['tool', 'outcome'], all);
  counter('dewey_errors_total', 'Calls that failed, by tool and kind of error', ['tool', 'kind'], failed);
  gauge('dewey_calls_running', 'Calls in flight', running);
  return {
    add(tool, outcome, durationMs) {
      observerOf(tool)(durationMs / 1000);
      const counts = outcomes.get(tool);
      counts?.set(outcome, (counts.get(outcome) ?? 0) + 1);
    },
  };
}
