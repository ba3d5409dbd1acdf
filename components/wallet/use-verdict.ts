import {
  hashKey,
  type Query,
  type QueryClient,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { PlainSentence, Translate } from "#lib/languages/translate.ts";
import type { ListedSeal } from "#lib/wallet/check-seal.ts";
import type { Verdict } from "#lib/wallet/judge-receipt.ts";
import type { SealedContent } from "#lib/wallet/till-content.ts";
import type { Alarm } from "./describe-alarms.ts";
import { useLocale } from "./use-locale.ts";
import type { WalletReceipt } from "./use-receipts.ts";
import { walletKeys } from "./wallet-state.ts";

type Opened = {
  paymentId: string;
  content: SealedContent;
  /** As the service lists it, once that is known. */
  receipt: WalletReceipt | undefined;
};

/** Of a check that failed, nothing is known, and there is an alarm that says so. */
type Checked = {
  verdict?: Verdict;
  /** What contradicts the receipt, in words; nothing to rely on where there is one. */
  alarms: Alarm[];
};

/** What is proven about an opened receipt; undefined until it is checked. */
export function useVerdict(opened: Opened): Checked | undefined {
  const client = useQueryClient();
  const locale = useLocale();
  const t = useTranslate();
  const { data, isError } = useQuery(verdictQuery(opened, { client, locale, t }));
  return readCheck({ data, isError }, t);
}

/** The check itself, with its place in the cache. */
export function verdictQuery(
  { paymentId, content, receipt }: Opened,
  { client, locale, t }: { client: QueryClient; locale: string; t: Translate },
) {
  const listed = receipt && toListedSeal(receipt);
  const queryKey = walletKeys.verdict(paymentId, { listed, locale, language: t.language });
  return {
    queryKey,
    queryFn: async (): Promise<Checked> => {
      // The list of receipts begins without either.
      const { judgeReceipt } = await import("#lib/wallet/judge-receipt.ts");
      const { describeAlarms } = await import("./describe-alarms.ts");
      const opened = { paymentId, listed, card: receipt?.card };
      // A newer receipt that was opened before is no longer the first of its shop.
      const verdict = await judgeReceipt(content, opened, () => {
        const isOther = (query: Query) => query.queryHash !== hashKey(queryKey);
        void client.invalidateQueries({ queryKey: walletKeys.verdicts, predicate: isOther });
      });
      return { verdict, alarms: describeAlarms(verdict, { receipt: content, listed, locale, t }) };
    },
    // The receipt never changes, and everything needed is on this device.
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always" as const,
  };
}

type Answered = { data: Checked | undefined; isError: boolean };

/** A check that failed is no good sign, and an earlier one does not count instead: what it knew may have changed. */
export function readCheck({ data, isError }: Answered, t: Translate): Checked | undefined {
  if (!isError) return data;
  const { title, text } = unchecked;
  return { alarms: [{ title: t(title), text: t(text) }] };
}

// Here and not with the other alarms, which may be what could not be loaded.
const unchecked = {
  title: "This receipt could not be checked",
  text: "Something failed on this device. Whether the receipt was changed, or sealed for another key, is not known. Reload the page and open it again.",
} as const satisfies Record<string, PlainSentence>;

/** Without what changes later. */
function toListedSeal(receipt: WalletReceipt): ListedSeal {
  const { card: _card, receiptStatus: _receipt, paymentStatus: _payment, ...facts } = receipt;
  const { refundedAmount: _refunded, ...listed } = facts;
  return listed;
}
