import type { Answer, Sent } from "#lib/browser/api.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { sealReceipt } from "#lib/crypto/seal-receipt.ts";
import { type ApiClient, refundBody } from "./api-client.ts";

type Reservation = Answer<"POST /api/v1/payments/{gateway}/prepare">["reservations"][number];

type RefundOptions = {
  gateway?: GatewayName;
  amount?: number;
  /** Further fields in the clear. */
  fields?: Record<string, unknown>;
};

/** What a till sends for a refund whose credit note it has sealed, and for which reservation. */
export async function prepareSealedRefund(
  api: Pick<ApiClient, "call">,
  paymentId: string,
  { gateway = "gateway_one", ...options }: RefundOptions = {},
) {
  const { reservations } = await api.call("POST /api/v1/payments/{gateway}/prepare", {
    params: { gateway },
    body: { refundOf: paymentId },
  });
  const [reservation] = reservations;
  if (!reservation) throw new Error("prepare answers with one reservation at least");
  return { reservation, body: await sealRefund(reservation, paymentId, options) };
}

/** The same for a reservation that the till has already. */
export async function sealRefund(
  reservation: Reservation,
  paymentId: string,
  { amount = 1250, fields = {} }: Omit<RefundOptions, "gateway"> = {},
): Promise<Sent<"POST /api/v1/payments/{gateway}/{paymentId}/refunds", "sealedBody">> {
  const { merchantName, refundReference, ...references } = refundBody();
  const clear = { ...references, currency: "usd", amount, ...fields };
  const creditNote = { ...clear, merchantName, kind: "refund", refundOf: paymentId };
  return { ...clear, refundReference, ...(await sealReceipt(reservation, creditNote)) };
}
