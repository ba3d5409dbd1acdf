import type { Recipient } from "#lib/recipients/card.ts";
import type { SentEnvelope } from "#lib/reservations/read-envelope.ts";
import { requireCreditNoteHolder, saleAsPlace } from "./credit-note-holder.ts";
import { placeEnvelope } from "./place-envelope.ts";
import type { Payment } from "./store/payment.ts";

export type PlacedCreditNote = Awaited<ReturnType<typeof placeCreditNote>>;

/**
 * The columns of a refund for a credit note that came sealed; `cardholder` is the sale's. May wait for a key service, so
 * the sale must not be locked. Throws `conflict` where the sale's receipt is gone, and what placing an envelope throws.
 */
export async function placeCreditNote(
  sale: Payment,
  cardholder: Recipient | undefined,
  envelope: SentEnvelope,
) {
  const recipient = requireCreditNoteHolder(sale, cardholder, "sealedReceipt");
  return await placeEnvelope(envelope, { place: saleAsPlace(sale), recipient });
}
