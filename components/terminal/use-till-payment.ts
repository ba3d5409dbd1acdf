import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { keyOf } from "#lib/browser/query-client.ts";
import type { Attempt } from "#lib/client/call.ts";
import type { Sale } from "#lib/terminal/basket.ts";
import { beginTap } from "#lib/terminal/load-tap.ts";
import type { PaymentAnswer, SealedAt } from "#lib/terminal/payment-answer.ts";
import type { TillCard } from "#lib/terminal/payment-body.ts";
import type { SealedPayment, UnsealedPayment } from "#lib/terminal/seal-payment.ts";
import type { Take } from "#lib/terminal/sealed-tap.ts";
import type { Shop } from "#lib/terminal/shop.ts";

/** One tap: the payment as the till wrote it, and what it was about. */
export type TillOrder = UnsealedPayment & {
  sealedAt: SealedAt;
  shop: Shop;
  card: TillCard;
  /** Whether the provider behind the gateway is the one of this service, which takes no money. */
  isSandbox: boolean;
};

/** What identifies a payment at the till; after a reload there is no more of it. */
export type TillSale = Pick<
  TillOrder,
  "environment" | "gateway" | "shop" | "total" | "isSandbox"
> & {
  body: Sale;
  card?: TillCard;
};

export type PaymentProgress =
  /** It was sent before this page was loaded, or was set aside. */
  | { state: "left" }
  | { state: "asking" }
  | { state: "waiting"; milliseconds: number }
  | { state: "answered"; answer: PaymentAnswer }
  | { state: "broken"; error: Error };

type Follow = {
  /** Called before each attempt with the time at which it is sent. */
  onSend?: (sentAt: number) => void;
  /** Called once it is certain that nothing has reached the service that it takes for a payment. */
  onNotBegun?: () => void;
};

/** What stays the same however often a tap is sent. */
type Tap = { order: TillOrder; take: Take; follow: Follow };

export type TillPayment = {
  order: TillOrder;
  /** Where it was sealed at the till: what was sent, and what was not. */
  sealed: SealedPayment | undefined;
  progress: PaymentProgress;
  attempts: readonly Attempt[];
  again: () => void;
};

/** The length of the animation that moves the card to the reader. */
const TAP_MS = 1_100;

/** The payment in progress at the terminal, and how to start and leave it. */
export function useTillPayment() {
  const [attempts, setAttempts] = useState<readonly Attempt[]>([]);
  const [wait, setWait] = useState<number>();
  const [sealed, setSealed] = useState<SealedPayment>();
  const client = useQueryClient();
  // A second tap may arrive before the page has rendered the first.
  const isAsking = useRef(false);
  const { mutate, reset, variables, data, error, isPending } = useMutation({
    // Offline, the till has to say so instead of waiting silently.
    networkMode: "always",
    mutationFn: async ({ order, take, follow }: Tap) => {
      const { onSend, onNotBegun } = follow;
      const tapped = new Promise((resolve) => setTimeout(resolve, isStill() ? 0 : TAP_MS));
      onSend?.(Date.now());
      const answer = await take({
        onSealed: (payment) => {
          setWait(undefined);
          // What was sent in another envelope was not the same request.
          setAttempts([]);
          setSealed(payment);
          onSend?.(Date.now());
        },
        onNotBegun: () => onNotBegun?.(),
        onWait: (milliseconds) => {
          setWait(milliseconds);
          onSend?.(Date.now() + milliseconds);
        },
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
    onSettled: () => {
      isAsking.current = false;
      setWait(undefined);
    },
  });

  const send = (tap: Tap, before: readonly Attempt[]) => {
    if (isAsking.current) return;
    isAsking.current = true;
    setAttempts(before);
    mutate(tap);
  };

  const begin = (order: TillOrder, follow: Follow = {}) => {
    if (isAsking.current) return;
    setSealed(undefined);
    send({ order, take: beginTap(order), follow }, []);
  };

  const leave = () => {
    setAttempts([]);
    setSealed(undefined);
    reset();
  };
  const payment: TillPayment | undefined = variables && {
    order: variables.order,
    sealed,
    progress: progressOf({ isPending, wait, data, error }),
    attempts,
    again: () => send(variables, attempts),
  };
  return { payment, begin, leave };
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
