import { Check } from "lucide-react";
import type { VisitStep } from "./visit-step.ts";

type StepListProps = {
  step: VisitStep;
  isOver: boolean;
  /** Whether the card has a key already: then the next purchase has nothing to add. */
  hasKey: boolean;
  /** Whether another card has paid, whose receipt comes by the code on the till. */
  wasClaimed: boolean;
};

/** How far it is, and how far it was. */
export function StepList({ step, isOver, hasKey, wasClaimed }: StepListProps) {
  const names = ["Pay", wasClaimed ? SCAN : ADD, "Open"];
  const current = isOver ? names.length : places[step];
  const isAdded = hasKey && step === "pay";
  const isDone = (place: number) => place < current || (isAdded && names[place] === ADD);
  return (
    <ol aria-label="Steps" className="flex flex-wrap gap-x-5 gap-y-2 text-sm sm:gap-x-7">
      {names.map((name, place) => (
        <li
          key={name}
          aria-current={place === current ? "step" : undefined}
          className={`flex items-center gap-2 ${place === current ? "font-medium text-ink" : "text-muted"}`}
        >
          <span
            className={`grid size-6 shrink-0 place-items-center rounded-full border font-mono text-xs ${isDone(place) ? "border-pine bg-pine text-on-pine" : place === current ? "border-ink" : "border-edge"}`}
          >
            {isDone(place) ? <Check aria-hidden="true" className="size-3.5" /> : place + 1}
          </span>
          {name}
          {isDone(place) ? <span className="sr-only">, done</span> : null}
        </li>
      ))}
    </ol>
  );
}

const ADD = "Add the card";
const SCAN = "Scan the code";

const places: Record<VisitStep, number> = {
  pay: 0,
  add: 1,
  claim: 1,
  open: 2,
  followed: 2,
  lost: 2,
  done: 3,
};
