import { randomBytes } from "node:crypto";
import type { Answer, Sent } from "#lib/browser/api.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { type MerchantSigningKey, sealReceipt } from "#lib/crypto/seal-receipt.ts";
import type { ApiClient } from "./api-client.ts";

/** Whom a receipt is for: `recipientHashedPan` or other such fields. */
type Recipient = Record<string, string>;

export type Reservation = Answer<"POST /api/v1/payments/{gateway}/prepare">["reservations"][number];

export type SealedBody = Sent<"POST /api/v1/payments/{gateway}/create", "sealedBody">;

type Sealing = {
  recipient: Recipient;
  /** Fields of the receipt that the service never has. */
  receipt?: Record<string, unknown>;
  amount?: number;
  signingKey?: MerchantSigningKey;
  /** Further fields of the body in the clear, references and `currency` among them. */
  fields?: Record<string, unknown>;
};

/** What a till sends, for which reservation, and the receipt that it has sealed. */
export type SealedAtTestTill = {
  body: SealedBody;
  reservation: Reservation;
  receipt: Record<string, unknown>;
};

/** Reserves a key, and seals a receipt to it that is unlike any other: `body` creates the payment. */
export async function prepareSealed(
  api: Pick<ApiClient, "call">,
  { gateway = "gateway_one", ...sealing }: Sealing & { gateway?: GatewayName },
): Promise<SealedAtTestTill> {
  const [reservation] = await reserveKeys(api, sealing.recipient, { gateway });
  if (!reservation) throw new Error("prepare answers with one reservation at least");
  return await sealFor(reservation, sealing);
}

/** As many reservations for the recipient as `count` says. */
export async function reserveKeys(
  api: Pick<ApiClient, "call">,
  recipient: Recipient | { anyRecipient: true },
  { gateway = "gateway_one", count = 1 }: { gateway?: GatewayName; count?: number } = {},
): Promise<Reservation[]> {
  const { reservations } = await api.call("POST /api/v1/payments/{gateway}/prepare", {
    params: { gateway },
    body: { ...recipient, count },
  });
  return reservations;
}

/** Seals a receipt to the key of a reservation that the till has already. */
export async function sealFor(
  reservation: Reservation,
  { recipient, receipt: more = {}, amount = 1250, signingKey, fields = {} }: Sealing,
): Promise<SealedAtTestTill> {
  const unique = randomBytes(8).toString("hex");
  const clear = {
    receiptId: `rcpt-${unique}`,
    merchantId: "merchant-1",
    transactionId: `txn-${unique}`,
    transactionDate: "2026-11-20T09:30:00Z",
    currency: "usd",
    amount,
    ...fields,
  };
  const receipt = { merchantName: "Corner Bakery", ...withoutCard(clear), ...more };
  const sealed = await sealReceipt(reservation, receipt, signingKey);
  return { body: { ...clear, ...recipient, ...sealed }, reservation, receipt };
}

/** What goes to the provider alone is never part of a receipt. */
function withoutCard({
  cardNonce: _nonce,
  verificationToken: _token,
  customer: _customer,
  ...fields
}: Record<string, unknown>): Record<string, unknown> {
  return fields;
}
