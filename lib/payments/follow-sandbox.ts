import { dropNotice, postponeNotice } from "#lib/gateways/sandbox/notices.ts";
import { isSandbox } from "#lib/gateways/select-gateway.ts";
import { log } from "#lib/log/logger.ts";
import { recordHinted } from "./follow-hint.ts";
import { type NoticedPayment, selectNoticed } from "./store/sandbox-notices.ts";

const MAX_NOTICES = 200;

/**
 * Asks the sandbox about the payments and refunds that it has something to say about by now. Returns when to look next,
 * where something is left.
 */
export async function followSandbox(): Promise<Date | undefined> {
  const noticed = await selectNoticed(MAX_NOTICES);
  for (const payment of noticed) if (payment.isDue) await follow(payment);

  const [next] = await selectNoticed(1);
  return next?.dueAt;
}

async function follow(payment: NoticedPayment): Promise<void> {
  const { id: paymentId, about, dueAt, status, providerReference } = payment;
  const notice = { paymentId, about, dueAt };
  // Its answer is still on the way, or was lost with the process that waited for it.
  if (status === "pending") return await postponeNotice(notice);
  try {
    const isKnown = status === "succeeded" && providerReference !== null;
    if (isKnown && (await isSandbox(payment))) {
      await recordHinted({ ...payment, providerReference }, { about: [about] });
    }
    await dropNotice(notice);
  } catch (error) {
    log().warn({ err: error, payment_id: paymentId }, "a notice of the sandbox was not followed");
    await postponeNotice(notice);
  }
}
