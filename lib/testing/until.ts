import { setTimeout as pause } from "node:timers/promises";

/** Only a failure takes this long. On a slow machine, a server of several processes needs a minute to start. */
const DEADLINE_MS = 300_000;

/** Polls until the condition is true; throws where it is not by the deadline, milliseconds. */
export async function until(
  condition: () => Promise<boolean>,
  deadlineMs = DEADLINE_MS,
): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error("the condition did not come true in time");
    await pause(5);
  }
}
