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
import type { TimelineEntry } from "#lib/contract/console-payment.ts";
import { formatMoney } from "#lib/money/format-money.ts";

export type TimelineLook = { icon: LucideIcon; color: string; title: string; note?: string };

/** A transition in words. `currency` is that of the payment. */
export function describeEntry(entry: TimelineEntry, currency: string): TimelineLook {
  switch (entry.kind) {
    case "failed": {
      const look = { icon: CircleX, color: "text-alarm", title: "Payment failed" };
      return entry.declineCode ? { ...look, note: `The gateway says ${entry.declineCode}.` } : look;
    }
    case "refunded": {
      const refunded = formatMoney({ amount: entry.refundedAmount, currency }, "en-US");
      return {
        icon: Undo2,
        color: "text-escrowed",
        title: "Payment refunded",
        note: `${refunded} in all by then.`,
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
    note: "To the key of the cardholder, before the gateway was asked.",
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
    note: "The gateway waits for the customer.",
  },
  succeeded: { icon: CircleCheck, color: "text-pine", title: "Payment succeeded" },
  handed_over: {
    icon: KeyRound,
    color: "text-sealed",
    title: "Receipt handed over",
    note: "The card was registered: the receipt left escrow for the key of its holder.",
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
    note: "With the key to it: nobody can bring it back.",
  },
};
