import { useQuery } from "@tanstack/react-query";
import { fetchWalletSession } from "#lib/wallet/call-api.ts";
import { walletKeys } from "./wallet-state.ts";

/** Whether this browser may use the wallet. Until that is known, or cannot be, nothing else is asked. */
export function useWalletSession() {
  return useQuery({
    queryKey: walletKeys.session,
    queryFn: fetchWalletSession,
    staleTime: 60_000,
    retry: false,
    networkMode: "always",
  });
}
