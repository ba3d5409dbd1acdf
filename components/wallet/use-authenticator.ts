import { useQuery } from "@tanstack/react-query";
import type { PlainSentence } from "#lib/languages/translate.ts";
import {
  findPasskeyObstacle,
  hasOwnAuthenticator,
  mayGiveKeys,
  type PasskeyObstacle,
} from "#lib/wallet/passkey-support.ts";

/** `none`: security keys and phones may still work. `barred`: no passkey can protect a key here. */
type Authenticator =
  | { state: "unknown" | "own" | "none" }
  | { state: "barred"; why: PasskeyObstacle };

/** What this device has for passkeys. Only in what the browser alone renders. */
export function useAuthenticator(): Authenticator {
  const obstacle = findPasskeyObstacle();
  const { data } = useQuery({
    queryKey: ["own-authenticator"],
    queryFn: async () => {
      const [isOwn, givesKeys] = await Promise.all([hasOwnAuthenticator(), mayGiveKeys()]);
      return { isOwn, givesKeys };
    },
    enabled: obstacle === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
  if (obstacle) return { state: "barred", why: obstacle };
  if (data === undefined) return { state: "unknown" };
  if (!data.givesKeys) return { state: "barred", why: "no_prf" };
  return { state: data.isOwn ? "own" : "none" };
}

/** Why there is only the PIN. */
export const obstacleWords: Record<PasskeyObstacle, PlainSentence> = {
  no_webauthn: "This browser has no passkeys.",
  no_domain: "Passkeys do not work at this address.",
  no_prf: "This browser’s passkeys cannot protect a key.",
};
