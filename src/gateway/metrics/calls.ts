import { Counter, Histogram, type Registry } from 'prom-client';
import { instruments } from './instruments.ts';

/** Counts each tool's calls, their outcomes and durations. */
export type CallFigures = { add(tool: string, outcome: string, durationMs: number): void };

/** In seconds: a round trip to the database takes a millisecond, a model may take half a minute. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function addCallMetrics(registry: Registry, running: () => number): CallFigures {
  const registers = [registry];
  const latency = new Histogram({
    name: 'dewey_call_duration_seconds',
    help: 'Duration of calls, by tool',
    labelNames: ['tool'],
    buckets,
    registers,
  });
  const all = new Counter({
    name: 'dewey_calls_total',
    help: 'Calls by tool and outcome',
    labelNames: ['tool', 'outcome'],
    registers,
  });
  const failed = new Counter({
    name: 'dewey_errors_total',
    help: 'Calls that failed, by tool and kind of error',
    labelNames: ['tool', 'kind'],
    registers,
  });
  instruments(registry).gauge('dewey_calls_running', 'Calls in flight', running);
  return {
    add(tool, outcome, durationMs) {
      latency.observe({ tool }, durationMs / 1000);
      all.inc({ tool, outcome });
      if (outcome !== 'ok') failed.inc({ tool, kind: outcome });
    },
  };
}
