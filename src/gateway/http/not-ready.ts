/** Why the gateway is not ready, in words that any client may read. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}
