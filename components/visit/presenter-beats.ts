import type { VisitStep } from "./visit-step.ts";

export const beats = ["Pay", "Hidden", "Opened"] as const;

/** The beat that a step belongs to. */
export function findBeat(step: VisitStep): number {
  if (step === "pay") return 0;
  return step === "done" ? 2 : 1;
}

/** What is said to the audience. */
export function describeBeat(
  beat: number,
  step: VisitStep,
): readonly [title: string, text: string] {
  if (beat === 0)
    return ["Somebody buys a coffee", "The till seals the receipt before it sends anything."];
  if (beat === 2) {
    return [
      "Opened here, and only here",
      "The same receipt at the same time: its owner reads every line.",
    ];
  }
  return hidden[step] ?? sealed;
}

const sealed = [
  "Sealed to one key",
  "The service stores the receipt and cannot read it. One device can.",
] as const;

const waiting = [
  "Waiting for a key",
  "No wallet has this card yet: the service holds the receipt in escrow.",
] as const;

const hidden: Partial<Record<VisitStep, typeof sealed | typeof waiting>> = {
  add: waiting,
  claim: waiting,
};
