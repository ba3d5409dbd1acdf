import type { Answer } from "#lib/browser/api.ts";

/** A receipt as the service knows it, without content, and without what only a bank needs. */
export type ListedReceipt = Omit<
  Answer<"GET /api/v1/receipts/{userId}">["receipts"][number],
  "match"
>;

/** The known receipts of a card, newest first; `nextCursor` is null if there are no more. */
export type KnownReceipts = { receipts: ListedReceipt[]; nextCursor: string | null };
