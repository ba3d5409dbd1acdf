import {
  CircleCheck,
  CircleDashed,
  CircleSlash,
  CircleX,
  Undo2,
  UserRoundCheck,
} from "lucide-react";
import { type StatusLook, StatusMark, StatusPill } from "#components/ui/status-mark.tsx";
import { type PaymentStatus, paymentStatuses } from "#lib/core/vocabulary.ts";
import { type DisplayStatus, displayStatuses } from "#lib/payments/contract-status.ts";

type PaymentStatusMarkProps = { status: DisplayStatus; pill?: boolean };

/** The icon, color, and word of a payment's status: `displayStatusOf` a sale, which may be refunded since. */
export function PaymentStatusMark({ status, pill = false }: PaymentStatusMarkProps) {
  const look = looks[status];
  return pill ? <StatusPill look={look} /> : <StatusMark look={look} />;
}

const looks: Record<DisplayStatus, StatusLook> = {
  pending: { word: "Pending", color: "text-muted", icon: CircleDashed },
  requires_confirmation: {
    word: "Needs confirmation",
    color: "text-escrowed",
    icon: UserRoundCheck,
  },
  succeeded: { word: "Succeeded", color: "text-pine", icon: CircleCheck },
  failed: { word: "Failed", color: "text-alarm", icon: CircleX },
  canceled: { word: "Canceled", color: "text-muted", icon: CircleSlash },
  partly_refunded: { word: "Partly refunded", color: "text-pine", icon: Undo2 },
  refunded: { word: "Refunded", color: "text-muted", icon: Undo2 },
};

/** Every status of a payment as it is shown, with its word, for filters. */
export const displayStatusOptions = displayStatuses.map((value) => ({
  value,
  label: looks[value].word,
}));

/** The same without those of refunded payments. */
export const paymentStatusOptions = paymentStatuses.map((value) => ({
  value,
  label: looks[value].word,
}));

/** Whether the gateway may still decide. */
export function isUndecidedStatus(status: PaymentStatus | undefined): boolean {
  return status === "pending" || status === "requires_confirmation";
}
