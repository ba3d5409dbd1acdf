import { useSyncExternalStore } from "react";

/**
 * Whether the page is hydrated. Before that, the browser itself would submit a form with an enabled button,
 * with its fields in the address.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}

function subscribe() {
  return () => undefined;
}
