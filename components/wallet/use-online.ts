import { useSyncExternalStore } from "react";
import { useVault } from "./use-vault.ts";

/** Whether the browser has a network; it may not reach the service even so. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  );
}

/** Why a receipt cannot be opened without a connection; undefined where it can be. */
export type OfflineObstacle = "service" | "pin";

/** `isLocal`: what is opened is on this device, so that only a PIN needs the service. */
export function useOfflineObstacle({ isLocal }: { isLocal: boolean }): OfflineObstacle | undefined {
  const online = useOnline();
  const vault = useVault().data;
  if (online) return undefined;
  if (!isLocal) return "service";
  const hasPasskey = vault?.state === "ready" && vault.methods.includes("passkey");
  return hasPasskey ? undefined : "pin";
}

function listen(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}
