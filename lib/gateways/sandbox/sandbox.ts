import { hash } from "node:crypto";
import { once } from "node:events";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { gatewayRules } from "#lib/gateways/contract-rules.ts";
import type {
  Charge,
  ChargeOutcome,
  Gateway,
  RefundOrder,
  SentCharge,
} from "#lib/gateways/gateway.ts";
import {
  SANDBOX_CANCEL_SECONDS,
  SANDBOX_REFUND_SECONDS,
  sandboxTestRefunds,
  sandboxTestValues,
} from "./contract.ts";
import { courses, listCourseDisputes, matchOfCourse } from "./courses.ts";
import { sandboxMatch } from "./match.ts";
import { announceLater } from "./notices.ts";
import {
  insertSandboxPayment,
  selectSandboxPayment,
  selectTestRefunds,
  type TestRefundRow,
} from "./store.ts";

/**
 * A provider whose answers follow from the request, so that the same payment id gets the same ids and
 * secrets each time. It writes down only what no request and no reference shows: a charge whose answer
 * was lost, a payment that was canceled before it was made, and when it has more to say about one.
 */
export function createSandbox(gateway: GatewayName): Gateway {
  return {
    async charge(charge, signal) {
      if (charge.attempt > 1 && (await selectSandboxPayment(charge.paymentId)) === "canceled") {
        return CANCELED;
      }
      const name = findTestValue(gateway, charge);
      switch (name) {
        case "declined":
        case "declinedNonce":
          return { kind: "declined", reason: "card_declined" };
        case "insufficientFunds":
          return { kind: "declined", reason: "insufficient_funds" };
        case "invalid":
          return { kind: "invalid", reason: "paymentMethod: is not a payment method" };
        case "requiresConfirmation":
          return { kind: "requires_confirmation", ...nameUnconfirmed(gateway, charge) };
        case "error":
          return NO_ANSWER;
        case "settles":
          return { ...NO_ANSWER, settlesNow: true };
        case "cancelUnavailable":
          return { kind: "succeeded", ...nameTaken(gateway, charge, UNCANCELABLE) };
        case "disputed":
        case "disputeWon":
        case "disputeLost":
        case "lateMatch":
          return await beginCourse(gateway, charge, name);
        case "timeout":
          return await answerOnRetry(gateway, charge, signal);
        default:
          return { kind: "succeeded", ...namePaid(gateway, charge) };
      }
    },

    async find(charge) {
      const known = readReference(gateway, charge);
      if (known?.kind === "succeeded") {
        return { ...known, match: await matchOfCourse(charge.paymentId, known) };
      }
      switch (await selectSandboxPayment(charge.paymentId)) {
        case "paid":
          return { kind: "succeeded", ...namePaid(gateway, charge) };
        case "canceled":
          return CANCELED;
        default:
          return known ?? { kind: "absent" };
      }
    },

    async cancel(charge) {
      const known = readReference(gateway, charge);
      if (known?.kind === "succeeded") return known;
      const state = await insertSandboxPayment(charge.paymentId, "canceled");
      return state === "paid"
        ? { kind: "succeeded", ...namePaid(gateway, charge) }
        : { kind: "canceled" };
    },

    async refund(order) {
      const { refundId, refundReference, paymentId } = order;
      if (isHeldUp(order)) return NO_ANSWER;
      const providerReference = nameRefund(refundId);
      const name = findTestRefund(refundReference);
      if (name === "pending" || name === "failsLate") {
        await announceLater(paymentId, "refunds", [SANDBOX_REFUND_SECONDS]);
      }
      switch (name) {
        case "failed":
          return { kind: "failed", reason: "refund_declined" };
        case "pending":
          return { kind: "pending", providerReference };
        default:
          return { kind: "succeeded", providerReference, match: sandboxMatch(refundId) };
      }
    },

    // None can be made elsewhere, and all but these are answered for good at once.
    async listRefunds({ paymentId }) {
      const undecided = (await selectTestRefunds(paymentId)).flatMap(describeTestRefund);
      return undecided.length > 0 ? undecided : undefined;
    },

    async listDisputes({ paymentId, providerReference }) {
      return await listCourseDisputes(paymentId, providerReference);
    },

    // It forgets no notice.
    async listAccountDisputes() {
      return [];
    },

    async findPaymentId() {
      return { kind: "named", paymentId: null };
    },

    async check() {
      return { kind: "ok", account: "sandbox", currency: null, merchantCategoryCode: null };
    },
  };
}

const NO_ANSWER = { kind: "unknown", reason: "provider_error" } as const;
const CANCELED = { kind: "declined", reason: "canceled" } as const;

type TestValueName = keyof typeof sandboxTestValues;

function findTestValue(gateway: GatewayName, charge: Charge): TestValueName | undefined {
  // A declined card wins over whatever else the request asks for.
  const names = Object.keys(sandboxTestValues) as TestValueName[];
  return names.find((name) => {
    const { field, value } = sandboxTestValues[name];
    if (field === "cardNonce" && !gatewayRules[gateway].takesCardNonce) return false;
    return charge[field] === value;
  });
}

/** Paid, and more is to be said about it later. */
async function beginCourse(
  gateway: GatewayName,
  charge: Charge,
  name: keyof typeof courses,
): Promise<ChargeOutcome> {
  const { paymentId } = charge;
  if ((await insertSandboxPayment(paymentId, "paid")) === "canceled") return CANCELED;
  const { prefix, about, reportsAfter } = courses[name];
  await announceLater(paymentId, about, reportsAfter);
  const taken = nameTaken(gateway, charge, prefix);
  return { kind: "succeeded", ...taken, match: await matchOfCourse(paymentId, taken) };
}

/** The charge is made and its answer lost; the retry gets what a provider's idempotency key would. */
async function answerOnRetry(
  gateway: GatewayName,
  charge: Charge,
  signal: AbortSignal,
): Promise<ChargeOutcome> {
  const state = await insertSandboxPayment(charge.paymentId, "paid");
  if (state === "canceled") return CANCELED;
  if (charge.attempt > 1) return { kind: "succeeded", ...namePaid(gateway, charge) };

  if (!signal.aborted) await once(signal, "abort");
  return { kind: "unknown", reason: "timeout" };
}

/**
 * What the sandbox would have answered to a charge of the past. Nothing is written down: a dispute that the charge
 * leads to has come about by now.
 */
export function namePastCharge(gateway: GatewayName, charge: Named, course?: keyof typeof courses) {
  const prefix = course ? courses[course].prefix : "sbx_";
  return { ...nameTaken(gateway, charge, prefix), match: sandboxMatch(charge.paymentId) };
}

/** The same of a refund. */
export function namePastRefund(refundId: string) {
  return { providerReference: nameRefund(refundId), match: sandboxMatch(refundId) };
}

type Named = Pick<SentCharge, "paymentId" | "amount" | "currency">;
const UNCONFIRMED = "sbx_unconfirmed_";
const UNCANCELABLE = "sbx_uncancelable_";

/** The refund of a cancellation has no reference of the merchant's. */
function isHeldUp({ refundReference, providerReference, firstAskedAt }: RefundOrder): boolean {
  const age = Date.now() - firstAskedAt.getTime();
  const isOfCancellation = refundReference === null && providerReference.startsWith(UNCANCELABLE);
  return isOfCancellation && age < SANDBOX_CANCEL_SECONDS * 1000;
}

type TestRefundName = keyof typeof sandboxTestRefunds;

function findTestRefund(refundReference: string | null): TestRefundName | undefined {
  const names = Object.keys(sandboxTestRefunds) as TestRefundName[];
  return names.find((name) => refundReference?.startsWith(sandboxTestRefunds[name].prefix));
}

/** What time has made of a refund; none of those that are decided at once. */
function describeTestRefund({ id, amount, refundReference, createdAt }: TestRefundRow) {
  const name = findTestRefund(refundReference);
  if (name !== "pending" && name !== "failsLate") return [];
  const isOver = Date.now() - createdAt.getTime() >= SANDBOX_REFUND_SECONDS * 1000;
  const later = name === "pending" ? ("succeeded" as const) : ("failed" as const);
  const status = isOver
    ? later
    : name === "pending"
      ? ("pending" as const)
      : ("succeeded" as const);
  const failureReason = status === "failed" ? "returned_by_bank" : null;
  return [{ providerReference: nameRefund(id), refundId: id, amount, status, failureReason }];
}

function nameRefund(refundId: string): string {
  return `sbx_re_${digest(refundId).slice(0, 24)}`;
}

/** What a payment was when it was taken; its reference says it. */
function readReference(gateway: GatewayName, charge: SentCharge) {
  const { providerReference } = charge;
  if (providerReference === null) return undefined;
  return providerReference.startsWith(UNCONFIRMED)
    ? { kind: "requires_confirmation" as const, ...nameUnconfirmed(gateway, charge) }
    : { kind: "succeeded" as const, ...namePaid(gateway, charge), providerReference };
}

function namePaid(gateway: GatewayName, charge: Named) {
  return { ...nameTaken(gateway, charge, "sbx_"), match: sandboxMatch(charge.paymentId) };
}

function nameUnconfirmed(gateway: GatewayName, charge: Named) {
  return nameTaken(gateway, charge, UNCONFIRMED);
}

function nameTaken(gateway: GatewayName, { paymentId, amount, currency }: Named, prefix: string) {
  const reference = digest(`${gateway} reference ${paymentId}`).slice(0, 24);
  const secret = digest(`${gateway} secret ${paymentId}`).slice(0, 32);
  return {
    orderId: `ord_${reference}`,
    clientSecret: `sandbox_${reference}_secret_${secret}`,
    providerReference: `${prefix}${reference}`,
    amount,
    currency,
  };
}

function digest(text: string): string {
  return hash("sha256", text, "hex");
}
