import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import type { Recipient } from "#lib/recipients/card.ts";
import { getRecipient } from "#lib/recipients/find-recipient.ts";
import type { SentEnvelope } from "#lib/reservations/read-envelope.ts";
import type { ReservationPlace } from "#lib/reservations/reservation.ts";
import { isOverdue } from "./describe.ts";
import { requireSale } from "./get.ts";
import { placeEnvelope } from "./place-envelope.ts";
import type { Payment } from "./store/payment.ts";

/**
 * For which sale and cardholder a credit note is reserved; without a recipient, for the escrow that the sale is in.
 * Throws `not_found`, or `conflict` where the sale's receipt is gone.
 */
export async function findRefundPlace({
  caller,
  gateway,
  paymentId,
}: {
  caller: Caller;
  gateway: GatewayName;
  paymentId: string;
}): Promise<{ place: ReservationPlace; recipient: Recipient | undefined }> {
  // Visits refund nothing, and the payments of all visits have one organization.
  if (caller.via === "visit") throw new AppError("not_found", { message: "No such payment" });
  const sale = await requireSale({ caller, gateway, paymentId });
  const recipient = await requireHolder(sale);
  return {
    place: { ...placeOf(sale), cardholderId: recipient?.cardholderId ?? null },
    recipient,
  };
}

export type PlacedCreditNote = Awaited<ReturnType<typeof placeCreditNote>>;

/**
 * The columns of a refund for a credit note that came sealed. May wait for a key service, so the sale must not be
 * locked. Throws `conflict` where the sale's receipt is gone, and what placing an envelope throws.
 */
export async function placeCreditNote(sale: Payment, envelope: SentEnvelope) {
  const recipient = await requireHolder(sale);
  return await placeEnvelope(envelope, { place: placeOf(sale), recipient });
}

function placeOf({ id: paymentId, organizationId, environment, gateway }: Payment) {
  return { organizationId, environment, gateway, recipient: { kind: "sale" as const, paymentId } };
}

/** The cardholder who has the sale's receipt; undefined while it waits in escrow. */
async function requireHolder(sale: Payment): Promise<Recipient | undefined> {
  if (sale.receiptStatus === "escrowed" && !isOverdue(sale)) return undefined;
  const recipient = sale.cardholderId ? await getRecipient(sale.cardholderId) : undefined;
  if (recipient && sale.receiptStatus === "sealed") return recipient;
  throw new AppError("conflict", {
    message: "The receipt of this payment is gone, and so no credit note can be sealed",
    details: "sealedReceipt: refund the payment without a credit note that was sealed at the till",
    paymentId: sale.id,
  });
}
