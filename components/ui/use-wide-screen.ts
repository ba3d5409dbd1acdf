import { useSyncExternalStore } from "react";

/** Tailwind's `lg`. */
const WIDE = "(min-width: 64rem)";

/** For what comes in another order on a wide screen. Only in what the browser alone renders. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
}

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
