import { Ban, Eraser, Hourglass, LockKeyhole, LockKeyholeOpen, TimerOff } from "lucide-react";
import { type StatusLook, StatusMark, StatusPill } from "#components/ui/status-mark.tsx";
import { receiptStatuses } from "#lib/core/vocabulary.ts";
import { english, type Translate } from "#lib/languages/translate.ts";

type ReceiptStatusName = keyof typeof looks;

type ReceiptStatusMarkProps = { status: ReceiptStatusName; pill?: boolean; t?: Translate };

/** The icon, color, and word of a receipt's status; `opened` is a state of the wallet only. */
export function ReceiptStatusMark({ status, pill = false, t = english }: ReceiptStatusMarkProps) {
  const look = { ...looks[status], word: t(looks[status].word) };
  return pill ? <StatusPill look={look} /> : <StatusMark look={look} />;
}

const looks = {
  escrowed: { word: "Escrowed", color: "text-escrowed", icon: Hourglass },
  sealed: { word: "Sealed", color: "text-sealed", icon: LockKeyhole },
  opened: { word: "Opened", color: "text-opened", icon: LockKeyholeOpen },
  expired: { word: "Expired", color: "text-expired", icon: TimerOff },
  erased: { word: "Erased", color: "text-erased", icon: Eraser },
  void: { word: "Void", color: "text-expired", icon: Ban },
} as const satisfies Record<string, StatusLook>;

/** The statuses that the service knows, with their words, for filters. */
export const receiptStatusOptions = receiptStatuses.map((value) => ({
  value,
  label: looks[value].word,
}));
