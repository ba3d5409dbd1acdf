import type { LucideIcon } from "lucide-react";

export type StatusLook = { word: string; color: string; icon: LucideIcon };

/** An icon and a word in one color: never the color alone. */
export function StatusMark({ look: { word, color, icon: Icon } }: { look: StatusLook }) {
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

/** The same on a label of its own, for headings and cards. */
export function StatusPill({ look }: { look: StatusLook }) {
  return (
    <span className={`inline-block border border-current px-2 py-0.5 text-xs ${look.color}`}>
      <StatusMark look={look} />
    </span>
  );
}
