/** Attempts at one time in a process. */
export const MAX_IN_FLIGHT = 256;
/** For endpoints that have none: those with many cannot fill the process. */
const RESERVED = 64;

/** What all endpoints of a process share. */
export class Slots {
  #used = 0;

  /** `own`: how many the endpoint has already. */
  hasRoom(own: number): boolean {
    return this.#used < (own === 0 ? MAX_IN_FLIGHT : MAX_IN_FLIGHT - RESERVED);
  }

  take(): void {
    this.#used += 1;
  }

  giveBack(): void {
    this.#used -= 1;
  }
}
