/** Why the gateway is not ready, in words that are safe for any client. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** Migrations are still to be applied, as at every start with a new version. */
export class NotMigrated extends Error {
  override readonly name = 'NotMigrated';

  readonly pending: number;

  constructor(pending: number) {
    super(`${pending} migrations are not applied`);
    this.pending = pending;
  }
}
