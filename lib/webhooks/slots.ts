import { Turns } from "#lib/limits/turns.ts";

/** Attempts at one time in a process. */
export const MAX_IN_FLIGHT = 256;

/** For organizations that have none. */
const RESERVED = 64;

/**
 * Whether an organization that has `own` of what a process shares gets another one: only while it has less than a quarter
 * of what is free, so that those who came first and keep theirs for long leave enough to many others.
 */
export function mayHaveAnother(own: number, free: number): boolean {
  return own < free / 4;
}

/** What all endpoints of a process share. A freed slot goes to the organizations that wait, in turn. */
export class Slots {
  readonly #taken = new Map<string, number>();
  readonly #turns = new Turns();
  #free = MAX_IN_FLIGHT;

  hasRoom(organizationId: string): boolean {
    const own = this.#taken.get(organizationId) ?? 0;
    return own === 0 ? this.#free > 0 : mayHaveAnother(own, this.#free - RESERVED);
  }

  take(organizationId: string): void {
    this.#free -= 1;
    this.#taken.set(organizationId, (this.#taken.get(organizationId) ?? 0) + 1);
  }

  giveBack(organizationId: string): void {
    this.#free += 1;
    const left = (this.#taken.get(organizationId) ?? 1) - 1;
    if (left === 0) this.#taken.delete(organizationId);
    else this.#taken.set(organizationId, left);

    for (;;) {
      const next = this.#turns.take((waiting) => this.hasRoom(waiting));
      if (!next) return;
      next.start();
    }
  }

  /** Calls `start` once there is room, which takes a slot or leaves it to the next. */
  wait(organizationId: string, start: () => void): void {
    this.#turns.add(organizationId, start);
  }

  /** Waits no longer. */
  leave(organizationId: string, start: () => void): void {
    this.#turns.remove(organizationId, start);
  }
}
