import { useQuery } from "@tanstack/react-query";
import { fetchWalletSession } from "#lib/wallet/call-api.ts";
import { walletKeys } from "./wallet-state.ts";

/** Whether this browser may use the wallet. Other calls wait for the answer, or for its failure. */
export function useWalletSession() {
  return useQuery({
    queryKey: walletKeys.session,
    queryFn: fetchWalletSession,
    staleTime: 60_000,
    retry: false,
    networkMode: "always",
  });
}
