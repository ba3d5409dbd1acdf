import {
  CircleCheck,
  CirclePlus,
  CircleSlash,
  CircleX,
  Eraser,
  Hourglass,
  KeyRound,
  LockKeyhole,
  LockKeyholeOpen,
  type LucideIcon,
  TimerOff,
  TriangleAlert,
  Undo2,
  UserRoundCheck,
} from "lucide-react";
import { Time } from "#components/ui/time.tsx";
import { formatMoney } from "#lib/core/money.ts";
import type { ShownPayment } from "./use-payment.ts";

type TimelineEntry = ShownPayment["timeline"][number];

type PaymentTimelineProps = {
  payment: Pick<ShownPayment, "currency" | "envelope" | "refunds" | "timeline">;
};

/** From the first transition down to the last. */
export function PaymentTimeline({ payment }: PaymentTimelineProps) {
  const entries = listEntries(payment).map((entry, place) => ({ entry, key: `entry-${place}` }));
  return (
    <ol className="text-sm">
      {entries.map(({ entry, key }) => {
        const { icon: Icon, color, title, note } = describeEntry(entry, payment);
        return (
          <li
            key={key}
            className="relative flex gap-3 pb-5 before:absolute before:top-7 before:bottom-1 before:left-[0.8125rem] before:border-l before:border-dashed before:border-edge last:pb-0 last:before:hidden"
          >
            <span
              className={`grid size-[1.625rem] shrink-0 place-items-center border border-line bg-paper ${color}`}
            >
              <Icon aria-hidden="true" className="size-3.5" />
            </span>
            <div className="min-w-0 grow pt-0.5 md:flex md:justify-between md:gap-4">
              <div className="min-w-0">
                <p data-stored="payment_event.kind" className="font-medium">
                  {title}
                </p>
                {note ? <p className="text-muted text-pretty">{note}</p> : null}
              </div>
              <p data-stored="payment_event.at" className="shrink-0 text-xs/5 text-muted">
                <Time at={entry.at} as="listed" />
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

type RefundRequested = { kind: "refund_requested"; at: string; amount: number; reference: string };

/** The payment's own transitions, and the requests for its refunds, at their creation. */
function listEntries({ refunds, timeline }: PaymentTimelineProps["payment"]) {
  const requested = refunds.flatMap(({ refundReference, amount, createdAt }): RefundRequested[] =>
    refundReference === null
      ? []
      : [{ kind: "refund_requested", at: createdAt, amount, reference: refundReference }],
  );
  // Before the outcome, if both have the same time.
  return [...requested, ...timeline].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

export type TimelineLook = { icon: LucideIcon; color: string; title: string; note?: string };

/** A transition in words. */
function describeEntry(
  entry: TimelineEntry | RefundRequested,
  { currency, envelope }: Pick<ShownPayment, "currency" | "envelope">,
): TimelineLook {
  switch (entry.kind) {
    case "sealed":
    case "escrowed":
      return envelope.sealedAt === "till"
        ? { ...looks[entry.kind], ...atTill(entry.kind, envelope.keyKind) }
        : looks[entry.kind];
    case "refund_requested": {
      const amount = formatMoney({ amount: entry.amount, currency }, "en-US");
      return {
        icon: Undo2,
        color: "text-muted",
        title: "Refund requested",
        note: `${amount}, reference ${entry.reference}.`,
      };
    }
    case "refunded": {
      const refunded = formatMoney({ amount: entry.refundedAmount, currency }, "en-US");
      return {
        icon: Undo2,
        color: "text-escrowed",
        title: "Refunded",
        note: `${refunded} in total by then.`,
      };
    }
    case "failed":
    case "refund_failed":
      return withNote(looks[entry.kind], entry.declineCode, "The gateway’s reason");
    case "disputed":
      return withNote(looks.disputed, entry.declineCode, "The cardholder’s reason");
    case "dispute_closed":
      return withNote(looks.dispute_closed, entry.declineCode, "The outcome");
    default:
      return looks[entry.kind];
  }
}

function withNote(look: TimelineLook, code: string | null, label: string): TimelineLook {
  return code ? { ...look, note: `${label}: ${code}.` } : look;
}

const looks: Record<Exclude<TimelineEntry["kind"], "refunded">, TimelineLook> = {
  created: { icon: CirclePlus, color: "text-muted", title: "Payment created" },
  sealed: {
    icon: LockKeyhole,
    color: "text-sealed",
    title: "Receipt sealed",
    note: "To the cardholder’s key, before the gateway was called.",
  },
  escrowed: {
    icon: Hourglass,
    color: "text-escrowed",
    title: "Receipt put into escrow",
    note: "The card was not registered yet.",
  },
  requires_confirmation: {
    icon: UserRoundCheck,
    color: "text-escrowed",
    title: "Confirmation needed",
    note: "The gateway is waiting for the customer.",
  },
  succeeded: { icon: CircleCheck, color: "text-pine", title: "Payment succeeded" },
  failed: { icon: CircleX, color: "text-alarm", title: "Payment failed" },
  cancel_requested: {
    icon: CircleSlash,
    color: "text-muted",
    title: "Cancellation requested",
    note: "From here on the gateway is never asked to charge it.",
  },
  canceled: {
    icon: CircleSlash,
    color: "text-muted",
    title: "Payment canceled",
    note: "Nothing was charged. The receipt is destroyed.",
  },
  charged_late: {
    icon: TriangleAlert,
    color: "text-alarm",
    title: "Charged late",
    note: "The charge came through late and is refunded in full.",
  },
  mismatched: {
    icon: TriangleAlert,
    color: "text-alarm",
    title: "Other amount at the provider",
    note: "The provider has this payment over another amount or currency, so it does not count as paid.",
  },
  refund_failed: { icon: CircleX, color: "text-alarm", title: "Refund failed" },
  disputed: { icon: TriangleAlert, color: "text-alarm", title: "Payment disputed" },
  dispute_closed: { icon: TriangleAlert, color: "text-muted", title: "Dispute closed" },
  handed_over: {
    icon: KeyRound,
    color: "text-sealed",
    title: "Receipt handed over",
    note: "The card was registered, and the receipt moved from escrow to the cardholder’s key.",
  },
  expired: {
    icon: TimerOff,
    color: "text-expired",
    title: "Escrow ended",
    note: "The card was not registered in time, or what the till had sealed could not be opened.",
  },
  opened: {
    icon: LockKeyholeOpen,
    color: "text-opened",
    title: "Receipt opened",
    note: "By the cardholder, for the first time.",
  },
  erased: {
    icon: Eraser,
    color: "text-erased",
    title: "Receipt erased",
    note: "Its key is destroyed with it, so it cannot be restored.",
  },
};

/** Of a receipt that arrived sealed, to the key that the till had reserved. */
function atTill(
  kind: "sealed" | "escrowed",
  keyKind: ShownPayment["envelope"]["keyKind"],
): Partial<TimelineLook> {
  if (kind === "escrowed") {
    return { note: "Sealed at the till to the service’s key: the card was not registered yet." };
  }
  const title = "Receipt sealed at the till";
  if (keyKind === "cardholder") return { title, note: "To the cardholder’s key." };
  return {
    title,
    note: "To the service’s key, and handed over at once: the card was registered meanwhile.",
  };
}
