import { type SquareClient, SquareError } from "square";
import type { NameOutcome, ProviderDispute } from "#lib/gateways/gateway.ts";
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
