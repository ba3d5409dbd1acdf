import { randomBytes } from "node:crypto";
import type { Reply } from "#lib/gateways/testing/stand-in.ts";
import { type Money, notFound, type Payment, type Refund } from "./square-objects.ts";
import { type RefundBody, squareError } from "./square-schemas.ts";

/** The refunds of a seller, which Square approves after a while. */
export class SquareRefunds {
  readonly all: Refund[] = [];
  /** How often the end of a refund was taken back. */
  readonly reversals = new Map<string, number>();

  create(
    payment: Payment | undefined,
    { amount_money, reason }: Pick<RefundBody, "reason"> & { amount_money: Money },
  ): Reply {
    if (!payment) return notFound("Payment not found.", "payment_id");
    const refuse = (code: string) =>
      squareError(400, "REFUND_ERROR", code, "The refund is not possible.");
    if (payment.status !== "COMPLETED") return refuse("REFUND_ERROR_PAYMENT_NEEDS_COMPLETION");
    if (amount_money.currency !== payment.total_money.currency) {
      return refuse("REFUND_AMOUNT_INVALID");
    }
    const left = payment.total_money.amount - this.sumOf(payment);
    if (amount_money.amount < 1 || amount_money.amount > left)
      return refuse("REFUND_AMOUNT_INVALID");

    const refund = {
      id: `${payment.id}_${randomBytes(16).toString("hex")}`,
      created_at: new Date().toISOString(),
      payment_id: payment.id,
      order_id: payment.order_id,
      location_id: payment.location_id,
      amount_money,
      reason,
      status: "PENDING",
    };
    this.all.push(refund);
    payment.refund_ids = [...(payment.refund_ids ?? []), refund.id];
    return { status: 200, body: { refund: structuredClone(refund) } };
  }

  /** Takes back the end of the last one, unless more than the payment would be refunded. */
  reverse(payment: Payment): void {
    const refund = this.all.findLast(
      ({ payment_id, status }) => payment_id === payment.id && status !== "PENDING",
    );
    if (!refund) return;
    const left = payment.total_money.amount - this.sumOf(payment);
    if (refund.status === "FAILED" && refund.amount_money.amount > left) return;
    refund.status = refund.status === "FAILED" ? "COMPLETED" : "FAILED";
    this.reversals.set(refund.id, (this.reversals.get(refund.id) ?? 0) + 1);
  }

  /** What was given back, or is about to be. */
  sumOf({ id }: Payment): number {
    return this.all
      .filter(({ payment_id, status }) => payment_id === id && /PENDING|COMPLETED/.test(status))
      .reduce((sum, { amount_money }) => sum + amount_money.amount, 0);
  }

  complete(): void {
    for (const refund of this.all) if (refund.status === "PENDING") refund.status = "COMPLETED";
  }
}
