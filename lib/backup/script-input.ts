import { damaged } from "./backup-error.ts";

/** The line after the rows of a table. No row looks like it: COPY doubles every backslash. */
export const TABLE_END = Buffer.from("\\.\n");
const ROWS_END = Buffer.from("\n\\.\n");
const LINE_FEED = 10;

/** A stream of bytes, read by the line or by the table. */
export class ScriptInput {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#rest.length === 0) if (!(await this.#fill())) return true;
    return false;
  }

  /** Including its line feed */
  async readLine(): Promise<Buffer> {
    for (;;) {
      const end = this.#rest.indexOf(LINE_FEED);
      if (end >= 0) return this.#take(end + 1);
      if (!(await this.#fill())) throw damaged();
    }
  }

  /** Up to and including the end of the table */
  async *readRows(): AsyncGenerator<Buffer> {
    while (this.#rest.length < TABLE_END.length) if (!(await this.#fill())) throw damaged();
    if (this.#rest.subarray(0, TABLE_END.length).equals(TABLE_END))
      return void this.#take(TABLE_END.length);
    for (;;) {
      const end = this.#rest.indexOf(ROWS_END);
      if (end >= 0) {
        yield this.#take(end + 1);
        return void this.#take(TABLE_END.length);
      }
      // The end marker may be split between two pieces.
      const sure = this.#rest.length - ROWS_END.length + 1;
      if (sure > 0) yield this.#take(sure);
      if (!(await this.#fill())) throw damaged();
    }
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  async #fill(): Promise<boolean> {
    const { done, value } = await this.#pieces.next();
    if (done) return false;
    this.#rest = this.#rest.length === 0 ? Buffer.from(value) : Buffer.concat([this.#rest, value]);
    return true;
  }
}
