import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

type CalloutProps = {
  tone?: keyof typeof tones;
  title?: string;
  children?: ReactNode;
};

/** A sentence that must not be missed. Screen readers announce failures at once. */
export function Callout({ tone = "note", title, children }: CalloutProps) {
  const { icon: Icon, color, edge } = tones[tone];
  return (
    <div
      role={tone === "alarm" ? "alert" : undefined}
      className={`flex gap-3 border border-l-2 border-line bg-slip px-3.5 py-3 text-sm ${edge}`}
    >
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${color}`} />
      <div className="min-w-0 space-y-1 text-pretty">
        {title ? <p className="font-medium">{title}</p> : null}
        {children}
      </div>
    </div>
  );
}

const tones = {
  note: { icon: Info, color: "text-opened", edge: "border-l-opened" },
  good: { icon: CircleCheck, color: "text-pine", edge: "border-l-pine" },
  warning: { icon: TriangleAlert, color: "text-escrowed", edge: "border-l-escrowed" },
  alarm: { icon: CircleAlert, color: "text-alarm", edge: "border-l-alarm" },
};
