import type { ReceiptExample } from "#examples/read-examples.ts";
import { formatMoney } from "#lib/core/money.ts";
import { createdPayment } from "#lib/payments/contract.ts";
import { requireThat } from "./demo-failure.ts";
import type { Stage } from "./stage.ts";
import type { Step } from "./transcript.ts";

type Order = { example: ReceiptExample; hashedPan: string };

/** `request` is the body as it was sent. */
export type Payment = Order & { paymentId: string; request: Record<string, unknown> };

const DECLINED_CARD = "pm_card_chargeDeclined";

/** Pays an example with the card; its receipt must end up as `receiptStatus` says. */
export async function pay(
  stage: Stage,
  { receiptStatus, ...order }: Order & { receiptStatus: "sealed" | "escrowed" },
): Promise<Payment> {
  const step = makeStep(stage, order, 201);
  const { paymentId } = await stage.transcript.succeed(step, createdPayment, (payment) => {
    const { veroMetadata } = payment;
    requireThat(
      veroMetadata.receiptStatus === receiptStatus && veroMetadata.paymentStatus === "succeeded",
      `${order.example.name}: ${veroMetadata.receiptStatus}, ${veroMetadata.paymentStatus}`,
    );
    return `${order.example.name} ${formatMoney(veroMetadata, "en-US").replaceAll(/\s/gu, " ")}`;
  });
  return { ...order, paymentId, request: step.body };
}

/** Sends the request of an earlier payment once more: it must be the same payment. */
export async function payAgain(stage: Stage, { paymentId, ...order }: Payment): Promise<void> {
  const step = makeStep(stage, order, 200);
  await stage.transcript.succeed(step, createdPayment, (payment, headers) => {
    const isReplay = headers.get("Idempotent-Replayed") === "true";
    requireThat(isReplay && payment.paymentId === paymentId, "a repeated payment was made anew");
    return "Idempotent-Replayed: true";
  });
}

export async function payWithDeclinedCard(stage: Stage, order: Order): Promise<void> {
  const step = makeStep({ ...stage, run: `${stage.run}-declined` }, order, 402);
  const body = { ...step.body, paymentMethod: DECLINED_CARD };
  await stage.transcript.refuse({ ...step, body }, "payment_declined");
}

function makeStep(
  { keys, run }: Stage,
  { example: { gateway, request }, hashedPan }: Order,
  status: number,
): Step & { body: Record<string, unknown> } {
  return {
    method: "POST",
    path: `/payments/${gateway}/create`,
    key: keys.platform,
    body: {
      ...request,
      receiptId: `${request.receiptId}-${run}`,
      transactionId: `${request.transactionId}-${run}`,
      recipientHashedPan: hashedPan,
    },
    status,
  };
}
