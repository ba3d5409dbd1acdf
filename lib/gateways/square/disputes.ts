import { type Square, type SquareClient, SquareError } from "square";
import type { AccountDispute, NameOutcome, ProviderDispute } from "#lib/gateways/gateway.ts";
import { readSquareDispute } from "./answer.ts";

/**
 * The dispute with that id, if it is of this payment: Square lists disputes by location and state alone. Undefined
 * where it does not say; throws where Square gives no answer.
 */
export async function findSquareDispute(
  square: SquareClient,
  { providerReference, disputeId }: { providerReference: string; disputeId: string | undefined },
): Promise<ProviderDispute[] | undefined> {
  if (disputeId === undefined) return undefined;
  const answer = await orAbsent(() => square.disputes.get({ disputeId }));
  const dispute = answer?.dispute;
  if (dispute?.disputedPayment?.paymentId !== providerReference) return [];
  const read = readSquareDispute(dispute);
  return read && [read];
}

const OPEN_STATES = [
  "INQUIRY_EVIDENCE_REQUIRED",
  "INQUIRY_PROCESSING",
  "EVIDENCE_REQUIRED",
  "PROCESSING",
] as const satisfies Square.DisputeState[];

/** All open disputes of the location: Square lists them by state, and by no time. Throws where it gives no answer. */
export async function listOpenSquareDisputes(
  square: SquareClient,
  locationId: string,
): Promise<AccountDispute[]> {
  const disputes: AccountDispute[] = [];
  for (const states of OPEN_STATES) {
    for await (const dispute of await square.disputes.list({ locationId, states })) {
      const providerReference = dispute.disputedPayment?.paymentId;
      const read = readSquareDispute(dispute);
      if (read && providerReference) disputes.push({ ...read, providerReference });
    }
  }
  return disputes;
}

/** Which payment of ours one of Square's is. Throws where Square gives no answer. */
export async function findSquarePaymentId(
  square: SquareClient,
  paymentId: string,
): Promise<NameOutcome> {
  const answer = await orAbsent(() => square.payments.get({ paymentId }));
  return { kind: "named", paymentId: answer?.payment?.referenceId ?? null };
}

/** Undefined where there is nothing of that id. */
async function orAbsent<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof SquareError && error.statusCode === 404) return undefined;
    throw error;
  }
}
