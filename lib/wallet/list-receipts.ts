import { listReceiptsOperation } from "#lib/receipts/contract.ts";
import { callWalletApi, type WalletCaller } from "./call-api.ts";
import type { StoredCard } from "./device-store.ts";
import type { KnownReceipts } from "./listed-receipt.ts";

/**
 * A hundred receipts of a card as the service knows them, without content: the newest, or those behind
 * the cursor. Throws WalletError.
 */
export async function listCardReceipts(
  { userId, environment }: Pick<StoredCard, "userId" | "environment">,
  {
    cursor,
    observe,
    signal,
  }: Pick<WalletCaller, "observe"> & { cursor?: string; signal?: AbortSignal } = {},
): Promise<KnownReceipts> {
  if (userId === null) return { receipts: [], nextCursor: null };
  const { response } = listReceiptsOperation;
  return await callWalletApi(
    "GET /api/v1/receipts/{userId}",
    { environment, observe, signal, response, refusals: { 404: "card_erased" } },
    { params: { userId }, query: { limit: "100", cursor } },
  );
}
