import { useSyncExternalStore } from "react";

/** Tailwind's `lg`. */
const WIDE = "(min-width: 64rem)";

/** For content in another order on a wide screen. Only for client-side rendering. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
}

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
