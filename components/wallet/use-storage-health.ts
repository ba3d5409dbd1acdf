import { useQuery } from "@tanstack/react-query";
import { readStorageHealth } from "#lib/wallet/storage-health.ts";
import { walletKeys } from "./wallet-state.ts";

/** Whether the browser guarantees to keep what the wallet stores. */
export function useStorageHealth() {
  return useQuery({
    queryKey: walletKeys.storage,
    queryFn: readStorageHealth,
    networkMode: "always",
  });
}
