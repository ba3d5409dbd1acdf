/** Events that the endpoints of an organization may read in a second without sending them, in a process. */
export const SCANNED_A_SECOND = 20_000;

/** Keeps an organization whose endpoints want types that hardly ever happen from keeping the database busy. */
export class ScanBudget {
  readonly #now: () => number;
  readonly #scanned = new Map<string, number>();
  #second = 0;

  /** `now`: in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  isLeft(organizationId: string): boolean {
    const second = Math.floor(this.#now() / 1_000);
    if (second !== this.#second) this.#scanned.clear();
    this.#second = second;
    return (this.#scanned.get(organizationId) ?? 0) < SCANNED_A_SECOND;
  }

  spend(organizationId: string, events: number): void {
    this.#scanned.set(organizationId, (this.#scanned.get(organizationId) ?? 0) + events);
  }
}
