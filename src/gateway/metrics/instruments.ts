import { Counter, Gauge, type Registry } from 'prom-client';

/** Gauges and counters whose values are read on scrape. */
export function instruments(registry: Registry) {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  const counter = (name: string, help: string, labels: string[], read: () => Iterable<[string[], number]>) =>
    new Counter({
      name,
      help,
      labelNames: labels,
      registers,
      collect() {
        this.reset();
        for (const [values, count] of read()) this.labels(...values).inc(count);
      },
    });
  /** Gauges of one name that are read together, by label; those that cannot be read are left out. */
  const gauges = (
    name: string,
    help: string,
    label: string,
    read: () => Promise<Iterable<readonly [string, number]>>,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      async collect() {
        this.reset();
        for (const [value, count] of await read()) this.set({ [label]: value }, count);
      },
    });
  return { gauge, gauges, counter };
}
