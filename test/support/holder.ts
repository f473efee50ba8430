/**
 * A process that holds the embedded server of a data directory: prints its URL, and on a line on standard input
 * releases it and exits.
 */
import { once } from 'node:events';
import { holdEmbeddedServer } from '../../src/db/postgres/embedded/index.ts';

const server = await holdEmbeddedServer(process.argv[2] ?? '');
process.stdout.write(`held ${server.url}\n`);
await once(process.stdin, 'data');
await server.release();
process.exit(0);
