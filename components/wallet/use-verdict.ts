import { hashKey, type Query, useQuery, useQueryClient } from "@tanstack/react-query";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import type { ListedSeal } from "#lib/wallet/check-seal.ts";
import type { Verdict } from "#lib/wallet/judge-receipt.ts";
import type { Alarm } from "./describe-alarms.ts";
import { useLocale } from "./use-locale.ts";
import type { WalletReceipt } from "./use-receipts.ts";
import { walletKeys } from "./wallet-state.ts";

type Opened = {
  paymentId: string;
  content: OpenedReceipt;
  /** As the service lists it, once that is known. */
  receipt: WalletReceipt | undefined;
};

type DescribedVerdict = Verdict & {
  /** What contradicts it, in words; nothing to rely on where there is one. */
  alarms: Alarm[];
};

/** What is proven about an opened receipt; undefined until it is checked. */
export function useVerdict({ paymentId, content, receipt }: Opened): DescribedVerdict | undefined {
  const client = useQueryClient();
  const locale = useLocale();
  const listed = receipt && toListedSeal(receipt);
  const queryKey = walletKeys.verdict(paymentId, { listed, locale });
  const { data } = useQuery({
    queryKey,
    queryFn: async () => {
      // The list of receipts begins without either.
      const { judgeReceipt } = await import("#lib/wallet/judge-receipt.ts");
      const { describeAlarms } = await import("./describe-alarms.ts");
      const opened = { paymentId, listed, card: receipt?.card };
      // A newer receipt that was opened before is no longer the first of its shop.
      const verdict = await judgeReceipt(content, opened, () => {
        const isOther = (query: Query) => query.queryHash !== hashKey(queryKey);
        void client.invalidateQueries({ queryKey: walletKeys.verdicts, predicate: isOther });
      });
      return { ...verdict, alarms: describeAlarms(verdict, { receipt: content, listed, locale }) };
    },
    // The receipt never changes, and everything needed is on this device.
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
  return data;
}

/** Without what changes later. */
function toListedSeal(receipt: WalletReceipt): ListedSeal {
  const { card: _card, receiptStatus: _receipt, paymentStatus: _payment, ...facts } = receipt;
  const { refundedAmount: _refunded, ...listed } = facts;
  return listed;
}
