import {
  Eraser,
  Hourglass,
  LockKeyhole,
  LockKeyholeOpen,
  type LucideIcon,
  TimerOff,
} from "lucide-react";

export type ReceiptStatusName = keyof typeof looks;

type Look = { word: string; color: string; icon: LucideIcon };

/** The one icon, color and word of a receipt's status; `opened` is a state of the wallet alone. */
export function ReceiptStatus({ status }: { status: ReceiptStatusName }) {
  const { word, color, icon: Icon } = looks[status];
  return (
    <span className={`font-medium whitespace-nowrap ${color}`}>
      <Icon
        aria-hidden="true"
        className="mr-1.5 -mt-[0.15em] inline size-[1.1em]"
        strokeWidth={2}
      />
      {word}
    </span>
  );
}

const looks = {
  escrowed: { word: "Escrowed", color: "text-escrowed", icon: Hourglass },
  sealed: { word: "Sealed", color: "text-sealed", icon: LockKeyhole },
  opened: { word: "Opened", color: "text-opened", icon: LockKeyholeOpen },
  expired: { word: "Expired", color: "text-expired", icon: TimerOff },
  erased: { word: "Erased", color: "text-erased", icon: Eraser },
} as const satisfies Record<string, Look>;
