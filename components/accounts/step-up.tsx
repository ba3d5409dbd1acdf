"use client";

import { useEffect, useState } from "react";
import { LazyDialog } from "#components/ui/lazy-dialog.tsx";
import { provideStepUp } from "#lib/browser/step-up.ts";
import { StepUpForm } from "./step-up-form.tsx";

type Question = { answer: (proved: boolean) => void };

/** Asks for a fresh proof whenever a call from a page of the console needs one. */
export function StepUp() {
  const [question, setQuestion] = useState<Question>();
  useEffect(() => {
    const ask = () => new Promise<boolean>((answer) => setQuestion({ answer }));
    return provideStepUp(ask);
  }, []);
  function end(proved: boolean) {
    question?.answer(proved);
    setQuestion(undefined);
  }
  return (
    <LazyDialog
      open={question !== undefined}
      onOpenChange={(open) => {
        if (!open) end(false);
      }}
      title="Confirm that it is you"
      description="This needs a recent confirmation, which lasts for a few minutes."
    >
      <StepUpForm onProved={() => end(true)} onCancel={() => end(false)} />
    </LazyDialog>
  );
}
