"use client";

import { CircleCheck, CircleX, CloudOff, Hourglass, type LucideIcon } from "lucide-react";
import { useId } from "react";
import type { Outcome } from "#lib/terminal/outcomes.ts";
import { ChoiceCard, ChoiceHint } from "./choice-card.tsx";

type OutcomeChoiceProps = {
  outcomes: readonly Outcome[];
  outcome: Outcome;
  onChange: (outcome: Outcome) => void;
};

/** What the gateway is asked to answer, by its test values. */
export function OutcomeChoice({ outcomes, outcome, onChange }: OutcomeChoiceProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-2 font-medium">The gateway will</legend>
      <div className="grid grid-cols-2 gap-2.5 md:grid-cols-4">
        {outcomes.map((value) => {
          const { title, hint, icon: Icon } = looks[value];
          return (
            <ChoiceCard
              key={value}
              name={name}
              checked={outcome === value}
              onChoose={() => onChange(value)}
            >
              <Icon aria-hidden="true" className="mb-2 size-5" strokeWidth={1.5} />
              <span className="block font-medium">{title}</span>
              <ChoiceHint>{hint}</ChoiceHint>
            </ChoiceCard>
          );
        })}
      </div>
    </fieldset>
  );
}

const looks: Record<Outcome, { title: string; hint: string; icon: LucideIcon }> = {
  approve: { title: "Approve", hint: "The usual day", icon: CircleCheck },
  decline: { title: "Decline", hint: "402, and the next card may try", icon: CircleX },
  timeout: { title: "Time out", hint: "Charged, but its answer is lost", icon: Hourglass },
  error: { title: "Fail", hint: "503, each time", icon: CloudOff },
};
