"use client";

import { useMay } from "#components/console/session.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { useNow } from "#components/ui/relative-time.ts";
import { Skeleton } from "#components/ui/states.tsx";
import type { ShownPayment } from "./use-payment.ts";

type PaymentNoteProps = {
  payment: Pick<ShownPayment, "status" | "declineCode" | "createdAt" | "timeline">;
  /** PAYMENT_SETTLE_MINUTES of the service. */
  settleMinutes: number;
};

// Few payments fail, and the words for all the reasons are many.
const FailureNote = loadedLater(async () => (await import("./failure-note.tsx")).FailureNote, {
  waiting: <Skeleton className="h-24 w-full" />,
});

/** What there is to know, or to do, about a payment that did not succeed. */
export function PaymentNote({ payment, settleMinutes }: PaymentNoteProps) {
  const { status, createdAt, timeline } = payment;
  const age = useNow() - Date.parse(createdAt);
  const mayCancel = useMay("developer");
  if (status === "failed") return <FailureNote declineCode={payment.declineCode} />;
  if (status !== "pending" && status !== "requires_confirmation") return null;
  if (timeline.some(({ kind }) => kind === "cancel_requested")) {
    return (
      <Callout tone="warning" title="Cancellation requested">
        <p>
          This payment will not be charged anymore. The gateway has not said whether it did before:
          if so, all of it is refunded. The service keeps asking.
        </p>
      </Callout>
    );
  }
  if (status === "requires_confirmation") {
    return (
      <Callout tone="note" title="Waiting for the customer">
        <p>
          The customer has to confirm this payment, for instance in a banking app. Nothing is
          charged until then, and the receipt is not delivered. If it is not confirmed within 24
          hours, the service cancels it.
        </p>
      </Callout>
    );
  }
  const isLate = age > settleMinutes * MINUTE_MS;
  return (
    <Callout tone="warning" title="It is not known yet whether this payment was made">
      <p>
        {isLate
          ? "The service is asking the gateway until it knows: it records the payment if it was made, and cancels it if not."
          : `The gateway gave no answer, and the payment may have been made. The service settles it by itself, within ${formatMinutes(settleMinutes)} of its creation: as paid, or as canceled with nothing charged.`}
      </p>
      {mayCancel ? <p>To make sure now that the customer pays nothing, cancel it.</p> : null}
    </Callout>
  );
}

const MINUTE_MS = 60_000;

function formatMinutes(minutes: number): string {
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}
