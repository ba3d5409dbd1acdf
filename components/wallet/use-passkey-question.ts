import { useSyncExternalStore } from "react";
import { isPasskeyAsked, watchPasskeyQuestion } from "#lib/wallet/passkey.ts";

/** Whether a question for a passkey is open. */
export function usePasskeyQuestion(): boolean {
  return useSyncExternalStore(watchPasskeyQuestion, isPasskeyAsked, () => false);
}
