"use client";

import type { ComponentType } from "react";
import { loadedLater } from "#components/ui/later.tsx";
import { LazyDialog } from "#components/ui/lazy-dialog.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";
import { STEP_UP_TEXT, STEP_UP_TITLE, useStepUpQuestion } from "./use-step-up-question.ts";

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

/** Asks for a fresh proof whenever a call from a member's page needs one. */
export function StepUp() {
  return <StepUpDialog Form={StepUpForm} />;
}

/** The same for a page that does not know the member. */
export function MemberStepUp() {
  return <StepUpDialog Form={MemberStepUpForm} />;
}

type FormProps = { onProved: () => void; onCancel: () => void };

function StepUpDialog({ Form }: { Form: ComponentType<FormProps> }) {
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
      <Form onProved={() => answer(true)} onCancel={() => answer(false)} />
    </LazyDialog>
  );
}
