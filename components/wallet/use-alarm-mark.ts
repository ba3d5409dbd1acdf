import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { markAlarm } from "#lib/wallet/known-lists.ts";
import { walletKeys } from "./wallet-state.ts";

/** Remembers whether an opened receipt has an alarm, for its row once it is sealed again. Undefined until checked. */
export function useAlarmMark(paymentId: string, hasAlarm: boolean | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (hasAlarm === undefined) return;
    markAlarm(paymentId, hasAlarm).then(
      () => client.invalidateQueries({ queryKey: walletKeys.seen }),
      // A full disk must not hide an open receipt.
      () => undefined,
    );
  }, [client, paymentId, hasAlarm]);
}
