import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import type { Recipient } from "#lib/recipients/card.ts";
import { getRecipient } from "#lib/recipients/find-recipient.ts";
import type { ReservationPlace } from "#lib/reservations/reservation.ts";
import { requireCreditNoteHolder, saleAsPlace } from "./credit-note-holder.ts";
import { requireSale } from "./get.ts";

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
  const cardholder = sale.cardholderId ? await getRecipient(sale.cardholderId) : undefined;
  const recipient = requireCreditNoteHolder(sale, cardholder, "refundOf");
  return {
    place: { ...saleAsPlace(sale), cardholderId: recipient?.cardholderId ?? null },
    recipient,
  };
}
