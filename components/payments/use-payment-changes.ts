import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { createPageCall } from "#lib/browser/page-call.ts";
import { keyOf } from "#lib/browser/query-client.ts";
import { isUndecided } from "#lib/client/api-error.ts";
import { createPayments } from "#lib/client/payments.ts";
import type { Data } from "#lib/client/schemas.ts";
import type { AnyEnvironment, GatewayName } from "#lib/core/vocabulary.ts";
import { forgetRefund, keepRefund, readKeptRefund } from "./kept-refund.ts";
import {
  isSealedRefund,
  type MadeRefund,
  type RefundableSale,
  type RefundBody,
  type SentRefund,
} from "./refund-draft.ts";

export type PaymentState = Data<"getPayment">;

/** The query key of a payment's state. */
export function stateKey(environment: AnyEnvironment, paymentId: string): QueryKey {
  return keyOf("GET /api/v1/payments/{gateway}/{paymentId}", environment, { paymentId });
}

type Target = { environment: AnyEnvironment; gateway: GatewayName; paymentId: string };

/** Makes sure that the customer pays nothing. Safe to repeat. */
export function useCancelPayment({ environment, gateway, paymentId }: Target) {
  const client = useQueryClient();
  const onSettled = useRefresh(environment);
  return useMutation({
    networkMode: "always",
    mutationFn: () => createPayments(createPageCall({ environment })).cancel(gateway, paymentId),
    onSuccess: ({ paymentStatus: status, refundedAmount }) =>
      client.setQueryData<PaymentState>(
        stateKey(environment, paymentId),
        (known) => known && { ...known, status, refundedAmount },
      ),
    onSettled,
  });
}

/** Decides a sandbox payment in place of the customer. */
export function useConfirmSandbox({ environment, gateway, paymentId }: Target) {
  const client = useQueryClient();
  const onSettled = useRefresh(environment);
  return useMutation({
    networkMode: "always",
    mutationFn: (outcome: "succeeded" | "failed") => {
      const payments = createPayments(createPageCall({ environment }));
      return payments.confirmInSandbox(gateway, paymentId, { outcome });
    },
    onSuccess: (payment) => client.setQueryData(stateKey(environment, paymentId), payment),
    onSettled,
  });
}

export type RefundProgress =
  | { state: "idle" }
  | { state: "sending"; body: SentRefund }
  /** Unknown outcome. `recorded`: the service has stored it, and carries it out. */
  | { state: "open"; body: SentRefund; recorded: boolean }
  | { state: "refused"; error: Error }
  | { state: "answered"; refund: RefundableSale["refunds"][number] };

export type Refunding = {
  progress: RefundProgress;
  /** Sends a new refund, or repeats the open one. */
  send: (body: SentRefund, then?: { onSuccess: (refund: MadeRefund) => void }) => void;
  /** Forgets the last one, unless it is still open. */
  begin: () => void;
};

/**
 * Refunds of one sale, one after another. With `seal`, the credit note is sealed before a refund is sent; what that
 * throws leaves nothing open.
 */
export function useRefunding(
  sale: RefundableSale,
  environment: AnyEnvironment,
  seal?: (body: RefundBody) => Promise<SentRefund>,
): Refunding {
  const { gateway, paymentId } = sale;
  const refresh = useRefresh(environment);
  // Of before a reload, without an answer.
  const [left] = useState(() => readKeptRefund(paymentId));
  const [isOver, setOver] = useState(false);
  // A second click may arrive before the page has rendered the first.
  const isSending = useRef(false);
  // Sealed once: an open refund that is repeated has to be the same.
  const sealed = useRef<SentRefund>(undefined);
  const { data, error, isPending, variables, mutate, reset } = useMutation({
    networkMode: "always",
    mutationFn: async (refund: SentRefund) => {
      if (seal && !isSealedRefund(refund)) sealed.current ??= await seal(refund);
      const body = sealed.current ?? refund;
      keepRefund(paymentId, body);
      return await createPayments(createPageCall({ environment })).refund(gateway, paymentId, body);
    },
    onSettled: (_, failure) => {
      isSending.current = false;
      if (!isUndecided(failure)) {
        forgetRefund(paymentId);
        sealed.current = undefined;
      }
      refresh();
    },
  });
  const body = variables ?? (isOver ? undefined : left);
  const progress = progressOf({ sale, data, error, isPending, body });
  return {
    progress,
    send(body, then) {
      if (isSending.current) return;
      isSending.current = true;
      mutate(body, then);
    },
    begin() {
      if (progress.state !== "refused" && progress.state !== "answered") return;
      forgetRefund(paymentId);
      sealed.current = undefined;
      setOver(true);
      reset();
    },
  };
}

function progressOf({
  sale,
  data,
  error,
  isPending,
  body,
}: {
  sale: RefundableSale;
  data: MadeRefund | undefined;
  error: Error | null;
  isPending: boolean;
  body: SentRefund | undefined;
}): RefundProgress {
  if (body === undefined) return { state: "idle" };
  if (isPending) return { state: "sending", body };
  if (error && !isUndecided(error)) return { state: "refused", error };

  // The sale shows the outcome of a refund that was pending or whose answer was lost.
  const { refundReference } = body;
  const recorded = sale.refunds.find((refund) => refund.refundReference === refundReference);
  if (recorded && recorded.refundStatus !== "pending") {
    return { state: "answered", refund: recorded };
  }
  if (data) return { state: "answered", refund: data };
  return { state: "open", body, recorded: recorded !== undefined };
}

/** Money moved, or may have: lists, figures, and the payment itself are fetched again. */
function useRefresh(environment: AnyEnvironment): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: [environment] });
}
