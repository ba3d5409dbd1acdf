import { setTimeout as pause } from "node:timers/promises";

/** Polls until the condition is true; throws where it is not by the deadline, milliseconds. */
export async function until(condition: () => Promise<boolean>, deadlineMs = 60_000): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error("the condition did not come true in time");
    await pause(5);
  }
}
