/** A wait that can be ended. What ends it while nothing waits, ends the next one. */
export class Pause {
  #isEnded = false;
  #end = () => {};

  async wait(ms: number): Promise<void> {
    if (!this.#isEnded) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#isEnded = false;
    this.#end = () => {};
  }

  end(): void {
    this.#isEnded = true;
    this.#end();
  }
}
