"use client";

import { loadedLater } from "#components/ui/later.tsx";
import { LazyDialog } from "#components/ui/lazy-dialog.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";
import { STEP_UP_TEXT, STEP_UP_TITLE, useStepUpQuestion } from "./use-step-up-question.ts";

const MemberStepUp = loadedLater(async () => (await import("./step-up-form.tsx")).MemberStepUp, {
  waiting: <SkeletonRows label="Loading the form" rows={2} bare />,
});

/** As StepUp, for a page that does not know the member. */
export function MemberStepUpDialog() {
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
      <MemberStepUp onProved={() => answer(true)} onCancel={() => answer(false)} />
    </LazyDialog>
  );
}
