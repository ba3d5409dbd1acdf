import { useSyncExternalStore } from "react";

/** Tailwind's `xl`. */
const WIDE = "(min-width: 80rem)";

/** For content in another order on a wide screen. Only for client-side rendering. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
}

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
