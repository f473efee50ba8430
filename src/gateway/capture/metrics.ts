import type { Registry } from 'prom-client';
import { instruments } from '../metrics/instruments.ts';
import type { CaptureService } from './service.ts';

/** Registers the capture metrics; values are read at scrape time. */
export function addCaptureMetrics(registry: Registry, capture: CaptureService): void {
  const { gauge, counter } = instruments(registry);
  const { figures } = capture;
  const spool = () => capture.spoolState();
  gauge('dewey_spool_segments', 'Spool segments waiting to be stored', () => spool().segments);
  gauge('dewey_spool_bytes', 'Spool bytes waiting to be stored', () => spool().bytes);
  gauge('dewey_spool_oldest_seconds', 'Age of the oldest waiting spool segment', () =>
    capture.spoolAgeSeconds(),
  );
  gauge(
    'dewey_tailer_waiting_files',
    'Transcripts that have changed and have not been read yet',
    () => capture.tailState().waiting,
  );
  gauge(
    'dewey_tailer_lag_seconds',
    'How long the oldest of them has waited',
    () => capture.tailState().lagMs / 1000,
  );
  counter('dewey_spool_dropped_total', 'Records dropped because the spool was full', [], () => [
    [[], spool().dropped],
  ]);
  counter('dewey_spool_poison_total', 'Records set aside because they could not be stored', [], () => [
    [[], figures.poison],
  ]);
  gauge('dewey_spool_dead_letters', 'Records currently set aside as dead letters', () => spool().deadLetters);
  gauge(
    'dewey_capture_unaccounted',
    'Acknowledged records that are neither stored, waiting, nor dead letters; must be 0',
    () => spool().unaccounted,
  );
  counter('dewey_spool_acknowledged_total', 'Records acknowledged over HTTP and by the proxy', [], () => [
    [[], capture.spool.acknowledged],
  ]);
  counter('dewey_tailer_failures_total', 'Transcript reads that failed', [], () => [[[], figures.failures]]);
  counter('dewey_capture_messages_total', 'Captured messages by source and outcome', ['way', 'outcome'], () =>
    split(figures.messages),
  );
  counter('dewey_capture_skipped_total', 'Lines and events that were not messages', ['way', 'reason'], () =>
    split(figures.skipped),
  );
  counter('dewey_capture_redacted_total', 'Secrets removed before storing', ['kind'], () =>
    [...figures.redacted].map(([kind, count]): [string[], number] => [[kind], count]),
  );
  counter('dewey_proxy_frames_total', 'Client requests through the proxy by method', ['method'], () =>
    [...(capture.proxyFigures()?.methods ?? [])].map(([method, count]): [string[], number] => [
      [method],
      count,
    ]),
  );
  counter('dewey_proxy_unrecorded_total', 'Frames forwarded without being recorded', ['reason'], () => [
    [['failure'], capture.proxyFigures()?.failures ?? 0],
    [['dropped'], capture.proxyFigures()?.dropped ?? 0],
  ]);
}

/** Keys are two words; the second may contain spaces. */
const split = (map: ReadonlyMap<string, number>): [string[], number][] =>
  [...map].map(([key, count]) => {
    const at = key.indexOf(' ');
    return [[key.slice(0, at), key.slice(at + 1)], count];
  });
