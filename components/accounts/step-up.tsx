"use client";

import { LazyDialog } from "#components/ui/lazy-dialog.tsx";
import { StepUpForm } from "./step-up-form.tsx";
import { STEP_UP_TEXT, STEP_UP_TITLE, useStepUpQuestion } from "./use-step-up-question.ts";

/** Asks for a fresh proof whenever a call from a page of members needs one. */
export function StepUp() {
  const { isAsked, answer } = useStepUpQuestion();
  return (
    <LazyDialog
      open={isAsked}
      onOpenChange={(open) => {
        if (!open) answer(false);
      }}
      title={STEP_UP_TITLE}
      description={STEP_UP_TEXT}
    >
      <StepUpForm onProved={() => answer(true)} onCancel={() => answer(false)} />
    </LazyDialog>
  );
}
