import { setTimeout as delay } from "node:timers/promises";

const processWide = globalThis as { sealslipEnds?: boolean };

/** Whether the process is about to end, so that load balancers should send requests elsewhere. */
export function isEnding(): boolean {
  return processWide.sealslipEnds === true;
}

/**
 * Turns readiness red and goes on serving for that long, so that every load balancer notices before the port
 * is closed.
 */
export async function announceEnd(noticeMs: number): Promise<void> {
  processWide.sealslipEnds = true;
  await delay(noticeMs);
}
