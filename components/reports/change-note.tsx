import { Equal, TrendingDown, TrendingUp } from "lucide-react";
import type { Change } from "./figures.ts";

/** `before` is the figure of the previous period, as text. */
export function ChangeNote({ change, before }: { change: Change; before: string }) {
  if (change.kind === "none") return "None in either period";
  if (change.kind === "new") return "None in the period before";
  if (change.kind === "same") {
    return (
      <>
        <Equal aria-hidden="true" className={icon} />
        No change
      </>
    );
  }
  const Icon = change.kind === "up" ? TrendingUp : TrendingDown;
  return (
    <>
      <Icon aria-hidden="true" className={icon} />
      <span className="font-medium text-ink">
        <span className="sr-only">{change.kind === "up" ? "Up" : "Down"} </span>
        {change.text}
      </span>{" "}
      from {before}
    </>
  );
}

const icon = "mr-1 -mt-px inline size-3.5";
