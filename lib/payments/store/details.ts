import type { Tenant } from "#lib/core/caller.ts";
import { escrowHorizon } from "#lib/escrow/horizon.ts";
import type { ConsolePaymentDetails, EnvelopeOutline } from "#lib/payments/contract-console.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import type { PaymentEvent as PrismaEvent } from "#lib/storage/generated/client.ts";
import { type PaymentRow, selectList } from "./columns.ts";
import { consoleColumns } from "./list.ts";
import { selectPaymentWhere } from "./payment.ts";

const names = [
  "orderId",
  "providerReference",
  "mockItems",
  "keyId",
  "ephemeralKey",
  "escrowedAt",
  "sealingPlace",
  "updatedAt",
  "settledAt",
  "protectedHeader",
] as const satisfies (keyof PaymentRow)[];

/** A payment, and what may be shown of its envelope: the ciphertext itself stays where it is. */
export type PaymentDetails = Omit<
  ConsolePaymentDetails,
  "requestId" | "timeline" | "envelope" | "refunds" | "match"
> &
  Pick<PaymentRow, (typeof names)[number] | "matchData"> &
  Pick<EnvelopeOutline, "escrowed" | "parts"> & { ciphertextStart: Uint8Array };

/** By hand: Prisma would fetch the whole ciphertext to learn its length. */
export async function selectPaymentDetails(
  { organizationId, environment }: Tenant,
  id: string,
): Promise<PaymentDetails | undefined> {
  return await selectPaymentWhere<PaymentDetails>(pool(), {
    name: "find-payment-details",
    columns: `
      ${consoleColumns("$4")}, ${selectList(names)},
      p.receipt_status = 'escrowed' AS escrowed,
      json_build_object(
        'encryptedKey', octet_length(p.encrypted_key), 'iv', octet_length(p.iv),
        'ciphertext', octet_length(p.ciphertext), 'tag', octet_length(p.tag)) AS parts,
      substring(p.ciphertext FROM 1 FOR 32) AS "ciphertextStart"`,
    condition: "p.id = $1 AND p.organization_id = $2 AND p.environment = $3",
    values: [id, organizationId, environment, escrowHorizon()],
  });
}

/** A transition after the first result; those before it stand in the payment's own row. */
export type PaymentEvent = Pick<
  PrismaEvent,
  "at" | "kind" | "previousStatus" | "declineCode" | "refundedAmount"
>;

/** In the order in which they were written. */
export async function selectPaymentEvents(
  { organizationId, environment }: Tenant,
  paymentId: string,
): Promise<PaymentEvent[]> {
  return await prisma().paymentEvent.findMany({
    where: { organizationId, environment, paymentId },
    orderBy: { sequence: "asc" },
  });
}
