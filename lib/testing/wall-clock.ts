import { mock, type TestContext } from "node:test";

/** Stops the wall clock of this process until the test ends, so that no wait runs down on a slow machine. */
export function stopClock(context: TestContext): void {
  context.mock.timers.enable({ apis: ["Date"], now: Date.now() });
}

/** Moves the wall clock of this process ahead and stops it there, until the next move or `mock.timers.reset()`. */
export function passTime(ms: number): void {
  const now = Date.now() + ms;
  mock.timers.reset();
  mock.timers.enable({ apis: ["Date"], now });
}
