import { listReceiptsOperation, type ReceiptsPage } from "#lib/contract/receipts.ts";
import { type Caller, callApi } from "./call-api.ts";
import type { StoredCard } from "./cards.ts";

/**
 * A hundred receipts of a card as the service knows them, without content: the newest, or those behind
 * the cursor. Throws WalletError.
 */
export async function listReceipts(
  { userId, environment }: Pick<StoredCard, "userId" | "environment">,
  {
    cursor,
    observe,
    signal,
  }: Pick<Caller, "observe"> & { cursor?: string; signal?: AbortSignal } = {},
): Promise<Pick<ReceiptsPage, "receipts" | "nextCursor">> {
  if (userId === null) return { receipts: [], nextCursor: null };
  return await callApi(
    listReceiptsOperation,
    { environment, observe },
    {
      params: { userId },
      query: { limit: "100", ...(cursor ? { cursor } : {}) },
      ...(signal ? { signal } : {}),
      refusals: { 404: "card_erased" },
    },
  );
}
