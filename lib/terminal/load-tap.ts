import { isLoadFailure } from "#lib/browser/load-failure.ts";
import { loadSealer } from "./load-sealer.ts";
import type { SealedAt } from "./payment-answer.ts";
import type { UnsealedPayment } from "./seal-payment.ts";
import type { Take } from "./sealed-tap.ts";

/** Loads what takes a payment, and what seals its receipt. A page does this before a card can be tapped. */
export async function loadTap() {
  const [{ beginSealedTap }, { takePayment }] = await Promise.all([
    import("./sealed-tap.ts"),
    import("./take-payment.ts"),
    loadSealer(),
  ]);
  return { beginSealedTap, takePayment };
}

/** One tap, however often it is taken again. If it cannot be loaded, nothing was sent. */
export function beginTap(payment: UnsealedPayment & { sealedAt: SealedAt }): Take {
  const begun: { take?: Take } = {};
  return async (watch) => {
    try {
      begun.take ??= await loadTake(payment);
    } catch (error) {
      if (!isLoadFailure(error)) throw error;
      watch.onNotBegun();
      return { state: "not_begun", error };
    }
    return await begun.take(watch);
  };
}

async function loadTake(payment: UnsealedPayment & { sealedAt: SealedAt }): Promise<Take> {
  const { beginSealedTap, takePayment } = await loadTap();
  if (payment.sealedAt === "till") return beginSealedTap(payment);
  return (watch) => takePayment(payment, watch);
}
