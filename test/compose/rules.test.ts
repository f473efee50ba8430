import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Composition,
  faultsOf,
  joined,
  readComposition,
  settingFaults,
} from '../../scripts/compose-rules.ts';
import { root } from '../support/source.ts';

const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const base = read('compose.yaml');
const override = read('compose.iccm.yaml');
const example = read('.env.example');

const faults = (change: (composition: Composition) => void): string[] => {
  const composition = readComposition(base);
  change(composition);
  return faultsOf(composition, base, example);
};

describe('compose.cluster.yaml', () => {
  it('keeps the same rules, with two gateways, two workers, three database nodes and three search nodes', () => {
    const text = read('compose.cluster.yaml');
    const cluster = readComposition(text);
    expect(faultsOf(cluster, text, example)).toEqual([]);
    expect(Object.keys(cluster.services)).toEqual(
      expect.arrayContaining(['dewey', 'worker', 'balancer', 'pooler', 'coordinator', 'node-1', 'node-2']),
    );
    // Notifications need a connection past the pooler.
    expect(cluster.services.dewey?.command?.join()).toContain('DEWEY_LISTEN_URL="postgres://');
    expect(cluster.services.worker?.environment?.DEWEY_DB_HOST).toBe('coordinator');
    const nodes = Object.keys(cluster.services).filter((name) => name.startsWith('search-'));
    expect(nodes).toHaveLength(3);
    for (const name of nodes) {
      const { environment } = cluster.services[name] ?? {};
      expect(environment?.['node.name']).toBe(name);
      expect(environment?.['cluster.initial_cluster_manager_nodes']).toBe(nodes.join());
    }
    const urls = nodes.map((name) => `http://${name}:9200`).join();
    for (const name of ['dewey', 'worker'])
      expect(cluster.services[name]?.environment?.DEWEY_SEARCH_URL).toBe(urls);
  });
});

describe('compose.yaml', () => {
  it('keeps every rule, alone and beside Fiedler', () => {
    const whole = readComposition(base);
    expect(faultsOf(whole, base, example)).toEqual([]);
    const beside = joined(whole, readComposition(override));
    expect(faultsOf(beside, override, example)).toEqual([]);
    expect(Object.keys(beside.services)).toEqual(['dewey', 'worker', 'proxy', 'postgres']);
    expect(beside.services.proxy?.environment?.DEWEY_UPSTREAMS).toContain('fiedler=ws://fiedler-mcp:8080');
    expect(beside.services.postgres?.networks).toBeUndefined();
  });

  it('passes on every variable that Dewey reads, and each is documented', () => {
    const whole = readComposition(base);
    expect(settingFaults(whole, example)).toEqual([]);
    delete whole.services.dewey?.environment?.OPENAI_TIMEOUT_MS;
    delete whole.services.worker?.environment?.OPENAI_TIMEOUT_MS;
    expect(settingFaults(whole, '')).toEqual(
      expect.arrayContaining([
        'OPENAI_TIMEOUT_MS reaches no container',
        'OPENAI_TIMEOUT_MS is not in .env.example',
      ]),
    );
  });

  it.each<[string, (composition: Composition) => void]>([
    [
      'publishes 9020:9020 on other addresses than 127.0.0.1',
      ({ services }) => Object.assign(services.dewey ?? {}, { ports: ['9020:9020'] }),
    ],
    ['has a writable root file system', ({ services }) => delete services.postgres?.read_only],
    [
      'has DEWEY_DB_PASSWORD in its environment',
      ({ services }) => Object.assign(services.worker?.environment ?? {}, { DEWEY_DB_PASSWORD: 'x' }),
    ],
    [
      'sets DEWEY_DB_PASWORD_FILE, which Dewey does not read',
      ({ services }) => Object.assign(services.worker?.environment ?? {}, { DEWEY_DB_PASWORD_FILE: 'x' }),
    ],
    [
      'uses a volume elsewhere, which is not declared',
      ({ services }) => Object.assign(services.proxy ?? {}, { volumes: ['elsewhere:/data'] }),
    ],
    [
      'uses a secret db_password, which is not a file',
      (composition) => Object.assign(composition, { secrets: {} }),
    ],
    [
      'waits for dewey, which has no health check',
      ({ services }) => {
        Object.assign(services.dewey ?? {}, { healthcheck: { disable: true } });
        Object.assign(services.worker ?? {}, { depends_on: { dewey: { condition: 'service_healthy' } } });
      },
    ],
    ['has no memory limit', ({ services }) => delete services.proxy?.mem_limit],
    ['keeps capabilities it does not need', ({ services }) => delete services.proxy?.cap_drop],
  ])('fails the check when it %s', (fault, change) => {
    expect(faults(change).join('\n')).toContain(fault);
  });
});
