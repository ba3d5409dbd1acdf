"use client";

import type { ReactNode } from "react";
import { loadedLater } from "#components/ui/later.tsx";
import { LazyDialog } from "#components/ui/lazy-dialog.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";
import {
  STEP_UP_TEXT,
  STEP_UP_TITLE,
  StepUpForm as StepUpFormContext,
  useStepUpQuestion,
} from "#components/ui/use-step-up-question.ts";

const waiting = <SkeletonRows label="Loading the form" rows={2} bare />;
const StepUpForm = loadedLater(async () => (await import("./step-up-form.tsx")).StepUpForm, {
  waiting,
});
const MemberStepUpForm = loadedLater(
  async () => (await import("./step-up-form.tsx")).MemberStepUp,
  {
    waiting,
  },
);

/**
 * Asks for a fresh proof whenever a call from a member's page needs one: in the open dialog, if one of `children` has
 * opened one, and otherwise in a dialog of its own.
 */
export function StepUp({ children }: { children: ReactNode }) {
  const { isAsked, answer } = useStepUpQuestion("page");
  return (
    <StepUpFormContext value={StepUpForm}>
      {children}
      <StepUpDialog isAsked={isAsked} answer={answer}>
        <StepUpForm onProved={() => answer(true)} onCancel={() => answer(false)} />
      </StepUpDialog>
    </StepUpFormContext>
  );
}

/** The same for a page that does not know the member. */
export function MemberStepUp() {
  const { isAsked, answer } = useStepUpQuestion("page");
  return (
    <StepUpDialog isAsked={isAsked} answer={answer}>
      <MemberStepUpForm onProved={() => answer(true)} onCancel={() => answer(false)} />
    </StepUpDialog>
  );
}

type StepUpDialogProps = ReturnType<typeof useStepUpQuestion> & { children: ReactNode };

function StepUpDialog({ isAsked, answer, children }: StepUpDialogProps) {
  return (
    <LazyDialog
      open={isAsked}
      onOpenChange={(open) => {
        if (!open) answer(false);
      }}
      title={STEP_UP_TITLE}
      description={STEP_UP_TEXT}
    >
      {children}
    </LazyDialog>
  );
}
