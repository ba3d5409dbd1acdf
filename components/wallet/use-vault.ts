import { useQuery } from "@tanstack/react-query";
import { describeVault } from "#lib/wallet/vault.ts";
import { walletKeys } from "./wallet-state.ts";

/** What this device keeps, without consent. */
export function useVault() {
  return useQuery({
    queryKey: walletKeys.vault,
    queryFn: describeVault,
    retry: false,
    // It is on this device: no network is needed to read it.
    networkMode: "always",
  });
}
