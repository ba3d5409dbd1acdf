import { useSyncExternalStore } from "react";

const STEP_MS = 30_000;

/** The time in milliseconds, moving on every half minute, alike for everything on the page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, readStep, readStep);
}

function subscribe(onStep: () => void): () => void {
  const timer = setInterval(onStep, 1000);
  return () => clearInterval(timer);
}

// Coarse, so that a page full of times draws itself anew twice a minute and not all the time.
function readStep(): number {
  return Math.floor(Date.now() / STEP_MS) * STEP_MS;
}
