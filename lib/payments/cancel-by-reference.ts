import { actOf } from "#lib/audit/act.ts";
import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { CANCELED_KEY_HOURS } from "#lib/core/retention.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { cancelSale } from "./cancel.ts";
import { naming } from "./claim.ts";
import type { CancelByReference, ReferenceCancellation } from "./contract-cancel.ts";
import { hashAttemptKey, hashHeaderKey, hashNaturalKey } from "./idempotency.ts";
import { selectByIdempotencyKeys } from "./store/by-idempotency-key.ts";
import {
  cancelKeyOf,
  deleteCanceledKeysBefore,
  insertCanceledKey,
  readCanceledPayment,
} from "./store/canceled-key.ts";
import { type Payment, selectPayment } from "./store/payment.ts";

type Cancel = { caller: Caller; gateway: GatewayName; request: CancelByReference };

/**
 * Makes sure that the customer pays nothing by these references, also if their create is still on its way: what is
 * there is canceled, and a create that comes later is refused for a day. Safe to repeat. Throws as `cancelPayment`
 * does, and `conflict` for an Idempotency-Key of the other gateway.
 */
export async function cancelByReference(cancel: Cancel): Promise<ReferenceCancellation> {
  const { caller, gateway, request } = cancel;
  const keyHash = hashOf(gateway, request);
  for (;;) {
    const [record] = await selectByIdempotencyKeys(caller, [keyHash]);
    if (!record) {
      if (await cancelFreeKey(cancel, keyHash)) return NOT_BEGUN;
      continue;
    }
    const payment = record.payment ?? (await findCanceled(caller, record.fingerprint));
    if (!payment) return NOT_BEGUN;
    requireGateway(payment, gateway);
    const cancellation = await naming(payment, () => cancelSale(payment, caller));
    // The key of what was paid stays with it, and so does a key that is canceled already.
    if (cancellation.outcome === "refunded" || !record.payment) return cancellation;
    // A create with another body, such as the next card, may be on its way as well.
    const attemptKeyHash = hashAttemptKey(keyHash, record.fingerprint);
    const key = { keyHash, attemptKeyHash, paymentId: payment.id };
    const result = await cancelKeyOf({ ...caller, ...key });
    if (result === "older_code") throw beingUpgraded();
    if (result === "canceled") return cancellation;
  }
}

const NOT_BEGUN = {
  paymentId: null,
  outcome: "not_charged",
  paymentStatus: null,
  refundedAmount: 0,
} as const satisfies ReferenceCancellation;

/** The schema allows one of the two forms, whole. */
function hashOf(
  gateway: GatewayName,
  { idempotencyKey, merchantId = "", receiptId = "", transactionId = "" }: CancelByReference,
): Buffer {
  return idempotencyKey === undefined
    ? hashNaturalKey(gateway, { merchantId, receiptId, transactionId })
    : hashHeaderKey(idempotencyKey);
}

/** Returns whether it is canceled now; false where a payment or another cancellation has it. */
async function cancelFreeKey(
  { caller, gateway, request }: Cancel,
  keyHash: Uint8Array,
): Promise<boolean> {
  const { merchantId = null, receiptId = null, transactionId = null } = request;
  // The trail has no Idempotency-Key, of which the service keeps the hash alone.
  const references = receiptId === null ? {} : { merchantId, receiptId, transactionId };
  const act = actOf(caller, "payment.canceled_ahead", { after: { gateway, ...references } });
  const [keyVersion = 0] = serviceSecrets().fingerprintKeys.keys();
  const result = await insertCanceledKey({ ...caller, keyHash, keyVersion, act });
  if (result === "older_code") throw beingUpgraded();
  return result === "canceled";
}

function beingUpgraded(): AppError {
  return new AppError("service_unavailable", {
    message: "The service is being upgraded; cancel again in a moment",
    headers: { "Retry-After": "10" },
  });
}

/** The payment that had the key when it was canceled. */
async function findCanceled(caller: Caller, fingerprint: Uint8Array): Promise<Payment | undefined> {
  const paymentId = readCanceledPayment(fingerprint);
  return paymentId === undefined ? undefined : await selectPayment(caller, paymentId);
}

function requireGateway({ id: paymentId, gateway }: Payment, wanted: GatewayName): void {
  if (gateway === wanted) return;
  throw new AppError("conflict", {
    message: "This Idempotency-Key belongs to a payment of the other gateway",
    details: `idempotencyKey: cancel it at ${gateway}`,
    paymentId,
  });
}

/** From then on the references are free again. */
export async function forgetCanceledKeys(): Promise<undefined> {
  await deleteCanceledKeysBefore(new Date(Date.now() - CANCELED_KEY_HOURS * 60 * 60 * 1000));
}
