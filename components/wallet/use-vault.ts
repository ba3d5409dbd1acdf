import { useQuery } from "@tanstack/react-query";
import { describeVault } from "#lib/wallet/vault.ts";
import { walletKeys } from "./wallet-state.ts";

/** What is known about the vault without consent. */
export function useVault() {
  return useQuery({
    queryKey: walletKeys.vault,
    queryFn: describeVault,
    retry: false,
    // Stored on this device, so no network is needed.
    networkMode: "always",
  });
}
