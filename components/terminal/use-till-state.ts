import { useQuery } from "@tanstack/react-query";
import { isUndecidedStatus } from "#components/payments/payment-status.tsx";
import { type PaymentState, stateKey } from "#components/payments/use-payment-changes.ts";
import { api } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";
import type { PaymentAnswer } from "#lib/terminal/take-payment.ts";
import type { TillOrder } from "./use-till-payment.ts";

export type TillState = {
  /** Undefined before the first answer about it. */
  known: PaymentState | undefined;
  /** Of a payment whose own answer was lost: whether the service has it. */
  lookUp: "running" | "found" | "none" | "failed";
};

const POLL_INTERVAL_MS = 3_000;

// Offline, the till says so at once, and tries again at the next poll.
const impatient = { networkMode: "always", retry: false } as const;

/** The state of a payment since its answer, or since it was left without one. */
export function useTillState(order: TillOrder, answer: PaymentAnswer | undefined): TillState {
  const lookUp = useLookUp(order, answer?.kind === "open");
  const paymentId = answer?.kind === "taken" ? answer.payment.paymentId : lookUp.data?.paymentId;
  const { environment, gateway } = order;
  const state = useQuery({
    ...impatient,
    queryKey: stateKey(environment, paymentId ?? ""),
    queryFn: ({ signal }) =>
      api("GET /api/v1/payments/{gateway}/{paymentId}", {
        environment,
        params: { gateway, paymentId: paymentId ?? "" },
        signal,
      }),
    enabled: paymentId !== undefined && (answer?.kind === "taken" || answer?.kind === "open"),
    refetchInterval: ({ state: { data } }) => (isOpen(data) ? POLL_INTERVAL_MS : false),
  });
  return { known: paymentId === undefined ? undefined : state.data, lookUp: nameLookUp(lookUp) };
}

/** The newest payment under the order's own references; null where there is none. */
function useLookUp({ environment, gateway, body }: TillOrder, enabled: boolean) {
  const { merchantId, receiptId, transactionId } = body;
  const query = { gateway, merchantId, receiptId, transactionId, limit: "1" };
  return useQuery({
    ...impatient,
    queryKey: keyOf("GET /api/v1/payments", environment, query),
    queryFn: async ({ signal }) => {
      const { payments } = await api("GET /api/v1/payments", { environment, query, signal });
      return payments[0] ?? null;
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

function isOpen(payment: PaymentState | undefined): boolean {
  if (!payment) return true;
  return (
    isUndecidedStatus(payment.status) ||
    payment.refunds.some(({ refundStatus }) => refundStatus === "pending")
  );
}
