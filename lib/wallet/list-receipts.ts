import { listReceiptsOperation, type ReceiptSummary } from "#lib/contract/receipts.ts";
import { type Caller, callApi } from "./call-api.ts";
import type { StoredCard } from "./cards.ts";

/** The newest hundred receipts of a card, as the service knows them: no content. Throws WalletError. */
export async function listReceipts(
  { userId, environment }: Pick<StoredCard, "userId" | "environment">,
  { observe, signal }: Pick<Caller, "observe"> & { signal?: AbortSignal } = {},
): Promise<ReceiptSummary[]> {
  if (userId === null) return [];
  const { receipts } = await callApi(
    listReceiptsOperation,
    { environment, observe },
    { params: { userId }, query: { limit: "100" }, ...(signal ? { signal } : {}) },
  );
  return receipts;
}
