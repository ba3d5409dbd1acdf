import type { Answer } from "#lib/browser/api.ts";

/** A receipt as the service knows it, without content. */
export type ListedReceipt = Answer<"GET /api/v1/receipts/{userId}">["receipts"][number];

/** The known receipts of a card, newest first; `nextCursor` is null if there are no more. */
export type KnownReceipts = { receipts: ListedReceipt[]; nextCursor: string | null };
