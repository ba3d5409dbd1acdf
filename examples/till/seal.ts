import {
  type MerchantSigningKey,
  type Reservation,
  sealReceipt,
} from "#lib/crypto/seal-receipt.ts";

export type Till = {
  url: string;
  apiKey: string;
  gateway: string;
  signingKey?: MerchantSigningKey;
};

/** The ids are given before the first attempt and never change: they make a repetition the same payment. */
export type Sale = {
  payment: {
    receiptId: string;
    merchantId: string;
    transactionId: string;
    transactionDate: string;
    currency: string;
    amount: number;
  };
  /** Whom the receipt is for, such as `recipientHashedPan`. */
  recipient: Record<string, string>;
  /** What goes to the provider, such as `cardNonce`. */
  card: Record<string, string>;
  /** Everything else on the receipt. */
  receipt: Record<string, unknown>;
};

/** `body` is that of create, once sealed. Both stay until the payment succeeds: there is no other copy of the receipt. */
export type Entry = { sale: Sale; body?: string };

/** The till's own disk. */
export type Queue = {
  save(entry: Entry): Promise<void>;
  remove(sale: Sale): Promise<void>;
};

export type Outcome =
  | { state: "paid"; payment: Data }
  /** The customer has a step to do. Send the entry again as it is to learn how that ended. */
  | { state: "waiting"; payment: Data }
  /** Not known, or not now. Send the entry again as it is. */
  | { state: "send_again" }
  /** There is no payment, and this envelope will have none. Call `pay` with the sale, after a decline with another card. */
  | { state: "seal_again"; declined: boolean }
  /** Nothing was charged, and nothing will be. To charge after all, call `pay` with another `transactionId`. */
  | { state: "canceled" }
  /** A mistake in the request, or another body was paid: a person has to look. */
  | { state: "refused"; details: string };

/** For times without a network: reservations that are valid for any recipient. */
export const anyRecipient = { anyRecipient: true } as const;

/** Up to 100 at once, as `count` says. */
export async function prepare(
  till: Till,
  recipient: Sale["recipient"] | typeof anyRecipient,
  count = 1,
): Promise<Reservation[]> {
  const answer = await call(till, "prepare", JSON.stringify({ ...recipient, count }));
  if (answer.status !== 200) throw new Error(`prepare: ${answer.status} ${answer.details}`);
  return answer.data.reservations ?? [];
}

/**
 * Seals the receipt of a sale and stores the body before it is sent. Without a network, `reservation` is one that the
 * till holds for `anyRecipient`; online there should be none, since only an ordinary one names the cardholder's key.
 */
export async function pay(
  till: Till,
  queue: Queue,
  sale: Sale,
  reservation?: Reservation,
): Promise<Outcome> {
  await queue.save({ sale });
  const [reserved] = reservation ? [reservation] : await prepare(till, sale.recipient);
  if (!reserved) throw new Error("prepare: no reservation");
  const { payment, recipient, card } = sale;
  const receipt = { ...payment, ...sale.receipt, gateway: till.gateway };
  const sealed = await sealReceipt(reserved, receipt, till.signingKey);
  const body = JSON.stringify({ ...payment, ...recipient, ...card, ...sealed });
  await queue.save({ sale, body });
  return await send(till, queue, { sale, body });
}

/** Sends what was sealed, as often as it takes: the same body is the same payment. */
export async function send(
  till: Till,
  queue: Queue,
  { sale, body }: Required<Entry>,
): Promise<Outcome> {
  const answer = await call(till, "create", body).catch(() => undefined);
  if (!answer || answer.status >= 500 || answer.status === 429) return { state: "send_again" };
  if (answer.status < 300) {
    const isPaid = answer.data.veroMetadata?.paymentStatus === "succeeded";
    if (isPaid) await queue.remove(sale);
    return { state: isPaid ? "paid" : "waiting", payment: answer.data };
  }
  const declined = answer.status === 402;
  const isStale = answer.details.startsWith("reservation:");
  const isCanceled = answer.status === 409 && answer.details.startsWith("to take the payment");
  if (!declined && !isStale && !isCanceled) return { state: "refused", details: answer.details };
  await queue.save({ sale });
  return isCanceled ? { state: "canceled" } : { state: "seal_again", declined };
}

type Data = {
  reservations?: Reservation[];
  paymentId?: string;
  clientSecret?: string;
  veroMetadata?: { paymentStatus: string };
};
type Answer = { status: number; data: Data; details: string };

async function call(till: Till, step: "prepare" | "create", body: string): Promise<Answer> {
  const response = await fetch(`${till.url}/api/v1/payments/${till.gateway}/${step}`, {
    method: "POST",
    headers: { "X-API-Key": till.apiKey, "Content-Type": "application/json" },
    body,
    signal: AbortSignal.timeout(30_000),
  });
  const { data = {}, error } = await response.json();
  return { status: response.status, data, details: error?.details ?? "" };
}
