import { useQuery } from "@tanstack/react-query";
import { canUsePasskeys, hasOwnAuthenticator } from "#lib/wallet/passkey.ts";

/** `none`: security keys and phones may still work. `barred`: not on a page of this address. */
type Authenticator = "unknown" | "own" | "none" | "barred";

/** What this device has for passkeys. Only in what the browser alone renders. */
export function useAuthenticator(): Authenticator {
  const isAllowed = canUsePasskeys(window.location.hostname);
  const { data } = useQuery({
    queryKey: ["own-authenticator"],
    queryFn: hasOwnAuthenticator,
    enabled: isAllowed,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
  if (!isAllowed) return "barred";
  if (data === undefined) return "unknown";
  return data ? "own" : "none";
}
