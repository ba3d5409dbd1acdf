import {
  CircleCheck,
  CirclePlus,
  CircleX,
  Eraser,
  Hourglass,
  KeyRound,
  LockKeyhole,
  LockKeyholeOpen,
  type LucideIcon,
  TimerOff,
  Undo2,
  UserRoundCheck,
} from "lucide-react";
import { Time } from "#components/ui/time.tsx";
import { formatMoney } from "#lib/core/money.ts";
import type { ShownPayment } from "./use-payments.ts";

type TimelineEntry = ShownPayment["timeline"][number];

type PaymentTimelineProps = { entries: readonly TimelineEntry[]; currency: string };

/** From the first transition down to the last. */
export function PaymentTimeline({ entries, currency }: PaymentTimelineProps) {
  return (
    <ol className="text-sm">
      {entries.map((entry) => {
        const { icon: Icon, color, title, note } = describeEntry(entry, currency);
        return (
          <li
            key={`${entry.kind} ${entry.at}`}
            className="relative flex gap-3 pb-5 before:absolute before:top-7 before:bottom-1 before:left-[0.8125rem] before:border-l before:border-dashed before:border-edge last:pb-0 last:before:hidden"
          >
            <span
              className={`grid size-[1.625rem] shrink-0 place-items-center border border-line bg-paper ${color}`}
            >
              <Icon aria-hidden="true" className="size-3.5" />
            </span>
            <div className="min-w-0 grow pt-0.5 md:flex md:justify-between md:gap-4">
              <div className="min-w-0">
                <p className="font-medium">{title}</p>
                {note ? <p className="text-muted text-pretty">{note}</p> : null}
              </div>
              <p className="shrink-0 text-xs/5 text-muted">
                <Time at={entry.at} as="exact" />
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

export type TimelineLook = { icon: LucideIcon; color: string; title: string; note?: string };

/** A transition in words. `currency` is that of the payment. */
function describeEntry(entry: TimelineEntry, currency: string): TimelineLook {
  switch (entry.kind) {
    case "failed": {
      const look = { icon: CircleX, color: "text-alarm", title: "Payment failed" };
      return entry.declineCode
        ? { ...look, note: `The gateway’s reason: ${entry.declineCode}.` }
        : look;
    }
    case "refunded": {
      const refunded = formatMoney({ amount: entry.refundedAmount, currency }, "en-US");
      return {
        icon: Undo2,
        color: "text-escrowed",
        title: "Payment refunded",
        note: `${refunded} in total by then.`,
      };
    }
    default:
      return looks[entry.kind];
  }
}

const looks: Record<Exclude<TimelineEntry["kind"], "failed" | "refunded">, TimelineLook> = {
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
    note: "Nobody had registered the card yet.",
  },
  requires_confirmation: {
    icon: UserRoundCheck,
    color: "text-escrowed",
    title: "Confirmation needed",
    note: "The gateway is waiting for the customer.",
  },
  succeeded: { icon: CircleCheck, color: "text-pine", title: "Payment succeeded" },
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
    note: "Nobody registered the card in time.",
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
    note: "Its key is destroyed with it, so nobody can restore it.",
  },
};
