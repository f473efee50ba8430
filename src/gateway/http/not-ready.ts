/** Why the gateway is not ready, in words that are safe for any client. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}
