import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { keyOf } from "#lib/browser/query-client.ts";
import type { PaymentBody, TillCard } from "#lib/terminal/payment-body.ts";
import type { Shop } from "#lib/terminal/shop.ts";
import {
  type Attempt,
  type PaymentAnswer,
  type PaymentCall,
  takePayment,
} from "#lib/terminal/take-payment.ts";

/** One tap: what was sent, and what it was about. */
export type TillOrder = PaymentCall & {
  body: PaymentBody;
  shop: Shop;
  total: number;
  card: TillCard;
  /** Whether the provider behind the gateway is the one of this service, which takes no money. */
  isSandbox: boolean;
};

export type PaymentProgress =
  | { state: "asking" }
  | { state: "waiting"; milliseconds: number }
  | { state: "answered"; answer: PaymentAnswer }
  | { state: "broken"; error: Error };

export type TillPayment = {
  order: TillOrder;
  progress: PaymentProgress;
  attempts: readonly Attempt[];
  again: () => void;
  /** It was paid before the sale that is rung up now. */
  isReopened: boolean;
};

/** The sale that was paid last, to be looked at again or given back. */
export type LastSale = { order: TillOrder; reopen: () => void };

type PaidSale = { order: TillOrder; answer: PaymentAnswer & { kind: "taken" } };

/** The length of the animation that moves the card to the reader. */
const TAP_MS = 1_100;

/** The payment in progress at the terminal, and how to start and leave it. */
export function useTillPayment() {
  const [attempts, setAttempts] = useState<readonly Attempt[]>([]);
  const [wait, setWait] = useState<number>();
  const [paid, setPaid] = useState<PaidSale>();
  const [isReopened, setReopened] = useState(false);
  const client = useQueryClient();
  const { mutate, reset, variables, data, error, isPending } = useMutation({
    // Offline, the till has to say so instead of waiting silently.
    networkMode: "always",
    mutationFn: async (order: TillOrder) => {
      const tapped = new Promise((resolve) => setTimeout(resolve, isStill() ? 0 : TAP_MS));
      const answer = await takePayment(order, {
        onWait: setWait,
        onAttempt: (attempt) => {
          setWait(undefined);
          setAttempts((before) => [...before, attempt]);
        },
      });
      await tapped;
      // Results that were looked up before this answer are stale.
      client.removeQueries({
        queryKey: keyOf("GET /api/v1/payments/{gateway}/{paymentId}", order.environment),
      });
      return answer;
    },
  });

  const begin = (order: TillOrder) => {
    setAttempts([]);
    mutate(order);
  };
  const leave = () => {
    if (variables && data?.kind === "taken") setPaid({ order: variables, answer: data });
    setReopened(false);
    setAttempts([]);
    reset();
  };
  const current: TillPayment | undefined = variables && {
    order: variables,
    progress: progressOf({ isPending, wait, data, error }),
    attempts,
    again: () => mutate(variables),
    isReopened: false,
  };
  const last: LastSale | undefined = paid && {
    order: paid.order,
    reopen: () => setReopened(true),
  };
  return {
    payment: current ?? (paid && isReopened ? reopen(paid) : undefined),
    last,
    begin,
    leave,
  };
}

function reopen({ order, answer }: PaidSale): TillPayment {
  const progress = { state: "answered" as const, answer };
  // It is answered already.
  return { order, progress, attempts: [], again: () => undefined, isReopened: true };
}

function progressOf({
  isPending,
  wait,
  data,
  error,
}: {
  isPending: boolean;
  wait: number | undefined;
  data: PaymentAnswer | undefined;
  error: Error | null;
}): PaymentProgress {
  if (error) return { state: "broken", error };
  if (data && !isPending) return { state: "answered", answer: data };
  return wait === undefined ? { state: "asking" } : { state: "waiting", milliseconds: wait };
}

function isStill(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
