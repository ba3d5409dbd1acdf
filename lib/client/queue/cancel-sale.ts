import { ApiError, isUndecided } from "#lib/client/api-error.ts";
import type { Client } from "#lib/client/create-client.ts";
import { type EntryState, type StoredEntry, toEntryError } from "./entry.ts";
import { changeState, type Ledger } from "./ledger.ts";
import { QueueError } from "./queue-error.ts";

type Parts = { ledger: Ledger; client: Client; signal?: AbortSignal | undefined };

/**
 * Makes sure that the customer pays nothing. What was never sent is canceled at once; for the rest the service is asked,
 * by reference, and until it answers the entry is `canceling`, which the sender goes on with. Throws `not_cancelable`
 * for what is paid (refund it) or is not a payment.
 */
export async function cancelSale(parts: Parts, id: string): Promise<void> {
  const refused: EntryState[] = [];
  const entry = await changeState(parts.ledger, id, ({ status }) => {
    if (status.state === "canceled" || status.state === "canceling") return { status };
    if (status.state === "queued") return { status: { state: "canceled", outcome: "not_charged" } };
    if (status.state === "sent" || status.state === "requires_confirmation") {
      return { status: { state: "canceling" } };
    }
    refused.push(status);
    return undefined;
  });
  if (refused.length > 0) throw new QueueError("not_cancelable");
  if (!entry) throw new QueueError("not_found");
  if (entry.status.state === "canceling") await finishCancel(parts, entry);
}

/** Asks the service to cancel. Returns the failure that leaves it open. */
export async function finishCancel(
  { ledger, client, signal }: Parts,
  { id, gateway, merchantId, receiptId, transactionId }: StoredEntry,
): Promise<ApiError | undefined> {
  const references = { merchantId, receiptId, transactionId };
  const record = async (next: EntryState) => {
    await changeState(ledger, id, ({ status }) =>
      status.state === "canceling" ? { status: next } : undefined,
    );
  };
  try {
    const options = { signal, maxAttempts: 1 };
    const { outcome } = await client.payments.cancelByReference(gateway, references, options);
    await record({ state: "canceled", outcome });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isRefused = error.code === "conflict" || error.code === "invalid_request";
    const failure = toEntryError(error);
    if (!isRefused || isUndecided(error)) {
      await record({ state: "canceling", error: failure });
      return error;
    }
    // It cannot be canceled, so there may be a payment: the same create says what became of it.
    await record({ state: "sent", attempts: 1, error: failure });
    return undefined;
  }
}
