import { mock, type TestContext } from "node:test";

/** Stops the wall clock of this process until the test ends: a wait is as long as it began, on any machine. */
export function stopClock({ mock }: TestContext): void {
  mock.timers.enable({ apis: ["Date"], now: Date.now() });
}

/** Moves the wall clock of this process ahead, where it stands until the next move or `mock.timers.reset()`. */
export function passTime(ms: number): void {
  const now = Date.now() + ms;
  mock.timers.reset();
  mock.timers.enable({ apis: ["Date"], now });
}
