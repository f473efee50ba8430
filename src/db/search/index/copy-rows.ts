const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');

/**
 * Builds rows in the binary format of `COPY`. Numbers in it are big-endian, those within a `bytea` little-endian. Room
 * must be made with `reserve` before anything is written.
 */
export class CopyRows {
  /** What was reserved may be written here from `length` on, which must then be raised. */
  buffer = Buffer.allocUnsafe(1 << 17);
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
    const { buffer } = this;
    let at = this.length;
    // Nearly all are short and ASCII, for which a loop is faster than `write`.
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i);
      if (code > 127) {
        at = this.length + buffer.write(value, this.length);
        break;
      }
      buffer[at++] = code;
    }
    this.length = at;
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

  /** Writes an unsigned number of four bytes into a `bytea`. */
  little(value: number): void {
    const { buffer, length: at } = this;
    buffer[at] = value & 0xff;
    buffer[at + 1] = (value >>> 8) & 0xff;
    buffer[at + 2] = (value >>> 16) & 0xff;
    buffer[at + 3] = value >>> 24;
    this.length = at + 4;
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
    if (bytes === 4) {
      buffer[at++] = value >>> 24;
      buffer[at++] = (value >>> 16) & 0xff;
    }
    buffer[at++] = (value >>> 8) & 0xff;
    buffer[at++] = value & 0xff;
    this.length = at;
  }
}
