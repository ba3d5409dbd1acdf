import type { Answer } from "#lib/browser/api.ts";

/** A receipt as the service knows it, without content. */
export type ListedReceipt = Answer<"GET /api/v1/receipts/{userId}">["receipts"][number];

/** What is known of a card's receipts, newest first; `nextCursor` is null once it is all. */
export type KnownReceipts = { receipts: ListedReceipt[]; nextCursor: string | null };
