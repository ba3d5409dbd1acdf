import { useSyncExternalStore } from "react";

/**
 * Whether the page listens yet. A form whose submit button is enabled before that is sent by the browser
 * itself, with its fields in the address.
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
