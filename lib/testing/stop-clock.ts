import type { TestContext } from "node:test";

/** Stops the wall clock of this process until the test ends: a wait is as long as it began, on any machine. */
export function stopClock({ mock }: TestContext): void {
  mock.timers.enable({ apis: ["Date"], now: Date.now() });
}
