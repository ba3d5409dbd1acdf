import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { isUndecidedStatus } from "#components/payments/payment-status.tsx";
import { type PaymentState, stateKey } from "#components/payments/use-payment-changes.ts";
import { createPageCall } from "#lib/browser/page-call.ts";
import { keyOf } from "#lib/browser/query-client.ts";
import { createPayments } from "#lib/client/payments.ts";
import { mayStillArrive } from "#lib/terminal/arrival.ts";
import type { KeptPayment } from "#lib/terminal/kept-till.ts";
import { type PaymentAnswer, paymentOf } from "#lib/terminal/payment-answer.ts";
import { pauseForClaim, waitsForWallet } from "./claim-polls.ts";
import type { PaymentProgress, TillSale } from "./use-till-payment.ts";

/** How far a payment is, for the buttons of the till. */
export type TillOutcome =
  | "running"
  /** It is not known whether it was charged. */
  | "open"
  | "waiting"
  | "paid"
  | "unpaid"
  /** Nothing was begun. */
  | "refused";

/** What the service knows counts more than what it answered first. */
export function outcomeOf(progress: PaymentProgress, known: PaymentState | undefined): TillOutcome {
  const answer = progress.state === "answered" ? progress.answer : undefined;
  const status = known?.status ?? paymentOf(answer)?.veroMetadata.paymentStatus;
  if (status !== undefined) return outcomes[status];
  if (answer?.state === "declined") return "unpaid";
  if (answer?.state === "not_begun") return "refused";
  if (answer?.state === "refused") return isConflict(answer) ? "open" : "refused";
  return progress.state === "asking" || progress.state === "waiting" ? "running" : "open";
}

/** Of a payment that was sent before this page was loaded, or was set aside. */
export function outcomeOfLeft({ sentAt }: KeptPayment, state: TillState): TillOutcome {
  const { known, lookUp, lookedUpAt } = state;
  if (lookUp === "none" && !mayStillArrive(sentAt, lookedUpAt)) return "refused";
  return outcomeOf({ state: "left" }, known);
}

const outcomes: Record<PaymentState["status"], TillOutcome> = {
  pending: "open",
  requires_confirmation: "waiting",
  succeeded: "paid",
  failed: "unpaid",
  canceled: "unpaid",
};

/** How the service's own state of a payment is found. */
export type TillSource =
  /** Not before the answer. */
  | { kind: "none" }
  | { kind: "id"; paymentId: string }
  /** By the sale's own references. */
  | { kind: "look_up" };

export function sourceOf(answer: PaymentAnswer | undefined): TillSource {
  const payment = paymentOf(answer);
  if (payment) return { kind: "id", paymentId: payment.paymentId };
  return { kind: answer?.state === "undecided" || isConflict(answer) ? "look_up" : "none" };
}

/** The sale has a payment already: the answer to an earlier request was lost. */
function isConflict(answer: PaymentAnswer | undefined): boolean {
  return answer?.state === "refused" && answer.error.code === "conflict";
}

export type TillState = {
  /** Undefined before the first answer about it. */
  known: PaymentState | undefined;
  /** Of a payment whose own answer was lost: whether the service has it. */
  lookUp: "running" | "found" | "none" | "failed";
  /** When the service last answered that; ms since 1970. */
  lookedUpAt: number;
};

const POLL_INTERVAL_MS = 3_000;

// Offline, the till says so at once, and tries again at the next poll.
const impatient = { networkMode: "always", retry: false } as const;
const once = { maxAttempts: 1 };

/** The state of a payment since its answer, or since it was left without one. */
export function useTillState(sale: TillSale, source: TillSource): TillState {
  const lookUp = useLookUp(sale, source.kind === "look_up");
  const paymentId = source.kind === "id" ? source.paymentId : lookUp.data?.paymentId;
  const { environment, gateway } = sale;
  const waitingSince = useRef<number>(undefined);
  const state = useQuery({
    ...impatient,
    queryKey: stateKey(environment, paymentId ?? ""),
    queryFn: async ({ signal }) => {
      const payments = createPayments(createPageCall({ environment }));
      const payment = await payments.get(gateway, paymentId ?? "", { ...once, signal });
      if (waitsForWallet(payment)) waitingSince.current ??= Date.now();
      return payment;
    },
    enabled: paymentId !== undefined && source.kind !== "none",
    // In a hidden tab, nothing is asked.
    refetchInterval: ({ state: { data } }) => {
      if (!data || isOpen(data)) return POLL_INTERVAL_MS;
      return pauseForClaim(data, Date.now() - (waitingSince.current ?? Date.now()));
    },
  });
  return {
    known: paymentId === undefined ? undefined : state.data,
    lookUp: nameLookUp(lookUp),
    lookedUpAt: lookUp.dataUpdatedAt,
  };
}

/** The newest payment under the sale's own references; null where there is none. */
function useLookUp({ environment, gateway, shop, body }: TillSale, enabled: boolean) {
  const { merchantId } = shop;
  const { receiptId, transactionId } = body;
  const query = { gateway, merchantId, receiptId, transactionId, limit: 1 };
  return useQuery({
    ...impatient,
    queryKey: keyOf("GET /api/v1/payments", environment, query),
    queryFn: async ({ signal }) => {
      const payments = createPayments(createPageCall({ environment }));
      for await (const payment of payments.list(query, { ...once, signal })) return payment;
      return null;
    },
    enabled,
    refetchInterval: ({ state }) => (state.data ? false : POLL_INTERVAL_MS),
  });
}

function nameLookUp({ data, error }: ReturnType<typeof useLookUp>): TillState["lookUp"] {
  if (data) return "found";
  if (error) return "failed";
  return data === null ? "none" : "running";
}

function isOpen(payment: PaymentState): boolean {
  return (
    isUndecidedStatus(payment.status) ||
    payment.refunds.some(({ refundStatus }) => refundStatus === "pending")
  );
}
