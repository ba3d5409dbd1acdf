import { mock, type TestContext } from "node:test";

/** Lets the monotonic clock of this process jump ahead instead of waiting; until the test ends. */
export function shiftClock(context: TestContext): (ms: number) => void {
  const real = performance.now.bind(performance);
  const ahead = { ms: 0 };
  const mocked = mock.method(performance, "now", () => real() + ahead.ms);
  context.after(() => mocked.mock.restore());
  return (ms) => {
    ahead.ms += ms;
  };
}
