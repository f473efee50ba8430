import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePorts } from '../support/free-port.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** The class path of OpenSearch, which Maven downloads when it is not there yet. */
export async function classPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dewey-opensearch-'));
  const file = join(folder, 'class-path');
  try {
    const goal = [
      '-q',
      '-B',
      '-f',
      join(here, 'pom.xml'),
      'dependency:build-classpath',
      `-Dmdep.outputFile=${file}`,
    ];
    await promisify(execFile)('mvn', goal);
    return (await readFile(file, 'utf8')).trim();
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A node in a process of its own. */
export type Node = {
  url: string;
  /** Starts it again on its data. */
  start(): Promise<void>;
  /** Kills it. */
  kill(): Promise<void>;
};

export type Nodes = { urls: string[]; nodes: Node[]; stop(): Promise<void> };

/** Starts a cluster of so many nodes, each in a process of its own. */
export async function startNodes(path: string, count: number): Promise<Nodes> {
  const folder = await mkdtemp(join(tmpdir(), 'dewey-opensearch-'));
  await promisify(execFile)('javac', ['-cp', path, '-d', folder, join(here, 'OpenSearchNode.java')]);
  const names = Array.from({ length: count }, (_, i) => `node-${i}`);
  const http = await freePorts(count);
  const transport = await freePorts(count);
  const nodes = names.map((name, i) => {
    let child: ChildProcess | undefined;
    const ports = [String(http[i]), String(transport[i]), transport.join(','), names.join(',')];
    return {
      url: `http://127.0.0.1:${http[i]}`,
      async start() {
        const args = ['-Xms256m', '-Xmx384m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
        const started = spawn(
          'java',
          [...args, '-cp', `${folder}:${path}`, 'OpenSearchNode', join(folder, name), name, ...ports],
          { stdio: ['pipe', 'pipe', 'ignore'] },
        );
        child = started;
        for await (const line of createInterface({ input: started.stdout })) if (line === 'ready') return;
        throw new Error(`the OpenSearch node ${name} ended with ${started.exitCode}`);
      },
      async kill() {
        if (!child || child.exitCode !== null || child.signalCode !== null) return;
        const exit = once(child, 'exit');
        child.kill('SIGKILL');
        await exit;
      },
    };
  });
  await Promise.all(nodes.map((node) => node.start()));
  return {
    urls: nodes.map(({ url }) => url),
    nodes,
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
