type Start = () => void;

/** Waiting tasks of several holders, who take turns: many tasks of one delay another's first by one. */
export class Turns {
  /** By holder; whose turn was last comes last. */
  readonly #waiting = new Map<string, Start[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  countOf(holder: string): number {
    return this.#waiting.get(holder)?.length ?? 0;
  }

  add(holder: string, start: Start): void {
    const starts = this.#waiting.get(holder);
    if (starts) starts.push(start);
    else this.#waiting.set(holder, [start]);
    this.#size += 1;
  }

  /** False where the task has been taken before. */
  remove(holder: string, start: Start): boolean {
    const starts = this.#waiting.get(holder) ?? [];
    const position = starts.indexOf(start);
    if (position === -1) return false;
    starts.splice(position, 1);
    this.#size -= 1;
    if (starts.length === 0) this.#waiting.delete(holder);
    return true;
  }

  /** Takes the oldest task of the next holder that may begin one. */
  take(mayBegin: (holder: string) => boolean): { holder: string; start: Start } | undefined {
    for (const [holder, starts] of this.#waiting) {
      if (!mayBegin(holder)) continue;
      const start = starts.shift();
      this.#waiting.delete(holder);
      if (starts.length > 0) this.#waiting.set(holder, starts);
      if (start === undefined) continue;
      this.#size -= 1;
      return { holder, start };
    }
    return undefined;
  }
}
