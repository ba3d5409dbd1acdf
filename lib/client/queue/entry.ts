import type { ApiError, ApiErrorCode } from "#lib/client/api-error.ts";
import type { CreatedPayment, PaymentRequest } from "#lib/client/payments.ts";
import type { Gateway } from "#lib/client/schemas.ts";

/** What the service said, as it is stored. */
export type EntryError = {
  status: number;
  code: ApiErrorCode;
  message: string;
  details: string;
  requestId: string | undefined;
  paymentId: string | undefined;
};

export type EntryState =
  /** Stored, and never sent. */
  | { state: "queued" }
  /** Sent at least once, without an answer that decides it. `error` is the latest. */
  | { state: "sent"; attempts: number; error?: EntryError }
  | { state: "paid"; payment: CreatedPayment }
  /** The customer has a step to do. Asked again at each pass. */
  | { state: "requires_confirmation"; payment: CreatedPayment }
  /** Nothing was charged. */
  | { state: "declined"; error: EntryError }
  /** To be canceled, which the service has not confirmed yet. */
  | { state: "canceling"; error?: EntryError }
  /** The customer pays nothing; without an outcome, it was canceled elsewhere. */
  | { state: "canceled"; outcome?: "not_charged" | "refunded" }
  /** A mistake in the request, which charged nothing: a person has to look. */
  | { state: "refused"; error: EntryError }
  /** Its record was damaged: the payment may have been made. */
  | { state: "lost" };

type EntryBase = {
  id: string;
  /** Its place in the queue: a counter, which no clock changes. */
  number: number;
  /** By the clock of the till; for the screen alone. */
  addedAt: string;
  gateway: Gateway;
  merchantId: string;
  receiptId: string;
  transactionId: string;
  amount?: number | undefined;
  currency?: string | undefined;
  /** The id of the sale that this one tries again. */
  retryOf?: string | undefined;
};

/** A sale in the queue. */
export type Entry = EntryBase & EntryState;

/** Encrypted with the till's own key. */
export type ReceiptCopy = { iv: string; data: string };

export type StoredEntry = EntryBase & {
  /** Digest of what the service gets in the clear. */
  content: string;
  /** Sent as it is, again and again; deleted once it is paid. */
  body?: PaymentRequest | undefined;
  /** Of this body. */
  idempotencyKey: string;
  copy?: ReceiptCopy | undefined;
  isResealed?: boolean | undefined;
  status: EntryState;
};

/** Without what only the sender needs. */
export function toEntry(stored: StoredEntry): Entry {
  const { content, body, idempotencyKey, copy, isResealed, status, ...base } = stored;
  return { ...base, ...status };
}

export function toEntryError(error: ApiError): EntryError {
  const { status, code, message, details, requestId, paymentId } = error;
  return { status, code, message, details, requestId, paymentId };
}

export function isSettled({ state }: EntryState): boolean {
  return !["queued", "sent", "requires_confirmation", "canceling"].includes(state);
}
