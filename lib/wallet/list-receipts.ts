import { listReceiptsOperation } from "#lib/receipts/contract.ts";
import { callWalletApi, type WalletCaller } from "./call-api.ts";
import type { StoredCard } from "./device-store.ts";
import type { KnownReceipts } from "./listed-receipt.ts";

/**
 * Lists up to a hundred receipts of a card, without their content: the newest, or those after the cursor. Throws
 * WalletError.
 */
export async function listCardReceipts(
  { userId, environment, session }: Pick<StoredCard, "userId" | "environment" | "session">,
  {
    cursor,
    observe,
    signal,
  }: Pick<WalletCaller, "observe"> & { cursor?: string; signal?: AbortSignal } = {},
): Promise<KnownReceipts> {
  if (userId === null) return { receipts: [], nextCursor: null };
  const { response } = listReceiptsOperation;
  const page = await callWalletApi(
    "GET /api/v1/receipts/{userId}",
    {
      environment,
      session,
      observe,
      signal,
      response,
      // The cards of a visit end with it, and the next visit does not know them.
      refusals: session ? { 401: "visit_ended", 404: "visit_ended" } : { 404: "card_erased" },
    },
    { params: { userId }, query: { limit: "100", cursor } },
  );
  // The list is stored on the device in the clear, and the wallet matches nothing with a ledger.
  return { ...page, receipts: page.receipts.map(({ match: _match, ...receipt }) => receipt) };
}
