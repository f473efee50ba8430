import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { connectionError } from '../../../../src/db/postgres/transport/connection-error.ts';
import { DriverSocket } from '../../../../src/db/postgres/transport/driver-socket.ts';

it('a connection that was given up before its socket was there does not leave that open', () => {
  const connection = new DriverSocket((_, act) => act());
  connection.fail(connectionError('CONNECT_TIMEOUT', 'the database did not answer in time'));
  // The driver has yet to write its first message, and learns of it then.
  expect(connection.readyState).toBe('open');
  const raw = new Socket();
  connection.attach(raw);
  expect(raw.destroyed).toBe(true);
});
