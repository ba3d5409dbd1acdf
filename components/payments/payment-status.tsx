import { CircleCheck, CircleDashed, CircleSlash, CircleX, UserRoundCheck } from "lucide-react";
import { type StatusLook, StatusMark, StatusPill } from "#components/ui/status-mark.tsx";
import { type PaymentStatus as PaymentStatusName, paymentStatuses } from "#lib/core/vocabulary.ts";

type PaymentStatusMarkProps = { status: PaymentStatusName; pill?: boolean };

/** The icon, color, and word of a payment's status. */
export function PaymentStatusMark({ status, pill = false }: PaymentStatusMarkProps) {
  const look = looks[status];
  return pill ? <StatusPill look={look} /> : <StatusMark look={look} />;
}

const looks: Record<PaymentStatusName, StatusLook> = {
  pending: { word: "Pending", color: "text-muted", icon: CircleDashed },
  requires_confirmation: {
    word: "Needs confirmation",
    color: "text-escrowed",
    icon: UserRoundCheck,
  },
  succeeded: { word: "Succeeded", color: "text-pine", icon: CircleCheck },
  failed: { word: "Failed", color: "text-alarm", icon: CircleX },
  canceled: { word: "Canceled", color: "text-muted", icon: CircleSlash },
};

/** Every status with its word, for filters. */
export const paymentStatusOptions = paymentStatuses.map((value) => ({
  value,
  label: looks[value].word,
}));

/** Whether the gateway may still decide. */
export function isUndecidedStatus(status: PaymentStatusName | undefined): boolean {
  return status === "pending" || status === "requires_confirmation";
}
