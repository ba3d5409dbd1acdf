import { useEffect } from "react";

/** Lets a reload without a connection show the wallet. Where a browser cannot, nothing else changes. */
export function useOfflineShell(): void {
  useEffect(() => {
    navigator.serviceWorker
      ?.register("/wallet-worker.js", { scope: "/wallet" })
      .catch(() => undefined);
  }, []);
}
