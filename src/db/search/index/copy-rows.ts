const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');

/**
 * Builds rows in the binary format of `COPY`. Numbers in it are big-endian, those within a `bytea` little-endian. Room
 * must be made with `reserve` before anything is written.
 */
export class CopyRows {
  private buffer = Buffer.allocUnsafe(1 << 17);
  /** Bytes that wait to be taken. */
  length = signature.copy(this.buffer);
  private opened = 0;

  reserve(count: number): void {
    if (this.length + count <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.length + count));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }

  begin(columns: number): void {
    this.big(columns, 2);
  }

  smallint(value: number): void {
    this.big(2, 4);
    this.big(value, 2);
  }

  integer(value: number): void {
    this.big(4, 4);
    this.big(value, 4);
  }

  text(value: string): void {
    this.open();
    this.length += this.buffer.write(value, this.length);
    this.close();
  }

  /** Begins a column of type `bytea`; what is written until `close` is its content. */
  open(): void {
    this.opened = this.length;
    this.length += 4;
  }

  close(): void {
    const end = this.length;
    this.length = this.opened;
    this.big(end - this.opened - 4, 4);
    this.length = end;
  }

  /** Writes an unsigned number into a `bytea`. */
  little(value: number, bytes: 1 | 2 | 4): void {
    const { buffer } = this;
    let at = this.length;
    for (let shift = 0; shift < bytes * 8; shift += 8) buffer[at++] = (value >>> shift) & 0xff;
    this.length = at;
  }

  bytes(from: Buffer, start: number, end: number): void {
    const { buffer } = this;
    let at = this.length;
    // Mostly a few bytes, for which a loop is faster than `copy`.
    for (let i = start; i < end; i++) buffer[at++] = from[i] as number;
    this.length = at;
  }

  /** Ends the rows. */
  end(): void {
    this.reserve(2);
    this.begin(-1);
  }

  /** The bytes since the last call. */
  take(): Buffer {
    const taken = this.buffer.subarray(0, this.length);
    this.buffer = Buffer.allocUnsafe(this.buffer.length);
    this.length = 0;
    return taken;
  }

  private big(value: number, bytes: 2 | 4): void {
    const { buffer } = this;
    let at = this.length;
    for (let shift = (bytes - 1) * 8; shift >= 0; shift -= 8) buffer[at++] = (value >>> shift) & 0xff;
    this.length = at;
  }
}
