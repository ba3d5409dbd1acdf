import { toInstants } from "#components/ui/date-range.ts";
import type { WalletReceipt } from "#components/wallet/use-receipts.ts";
import { parseDateTime } from "#lib/core/date-time.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { fillIn } from "#lib/wallet/sealed-content.ts";
import type { SealedContent } from "#lib/wallet/till-content.ts";

/** A receipt that this device can read. */
export type ReadableReceipt = {
  paymentId: string;
  /** As it came out of its envelope. */
  sealed: SealedContent;
  /** The same, with what the till left out. */
  content: OpenedReceipt;
  /** As the service lists it; undefined where the list does not have it. */
  listed: WalletReceipt | undefined;
};

/** The days of an export, as `YYYY-MM-DD`, the first and the last included; empty without a bound. */
export type ExportDays = { fromDay: string; toDay: string };

type Sources = {
  /** From the list, in its order. */
  listed: readonly WalletReceipt[];
  /** Those opened on this device, by payment. */
  opened: ReadonlyMap<string, SealedContent>;
  /** Whether also those that are open and not in the list. */
  withUnlisted: boolean;
};

/** The receipts of those days, newest first, and how many of the listed ones are sealed, which cannot be exported. */
export function selectReceipts(
  { listed, opened, withUnlisted }: Sources,
  days: ExportDays,
  timeZone: string,
): { readable: ReadableReceipt[]; sealed: number } {
  const { from = "", to = "\uffff" } = toInstants({ preset: "custom", ...days }, 0, timeZone);
  const inDays = (at: string) => at >= from && at < to;
  const within = listed.filter(({ createdAt }) => inDays(createdAt));
  const readable = within.flatMap((receipt) => read(receipt.paymentId, receipt) ?? []);
  const known = new Set(listed.map(({ paymentId }) => paymentId));
  const others = withUnlisted ? [...opened.keys()].filter((id) => !known.has(id)) : [];
  const unlisted = others
    .flatMap((paymentId) => read(paymentId, undefined) ?? [])
    .filter((one) => inDays(momentOf(one)));
  return {
    readable: [...readable, ...unlisted].toSorted((a, b) => (momentOf(a) > momentOf(b) ? -1 : 1)),
    sealed: within.length - readable.length,
  };

  function read(paymentId: string, receipt: WalletReceipt | undefined) {
    const sealed = opened.get(paymentId);
    const content = sealed && fillIn(sealed, receipt);
    return sealed && content && { paymentId, sealed, content, listed: receipt };
  }
}

/** When the service says that it was created, or what the receipt says itself; ISO 8601 in UTC. */
function momentOf({ content, listed }: ReadableReceipt): string {
  return listed?.createdAt ?? parseDateTime(content.transactionDate)?.toISOString() ?? "";
}
