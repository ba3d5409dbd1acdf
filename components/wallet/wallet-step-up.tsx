"use client";

import type { ReactNode } from "react";
import { loadedLater } from "#components/ui/later.tsx";
import { Skeleton } from "#components/ui/states.tsx";
import {
  STEP_UP_TEXT,
  STEP_UP_TITLE,
  StepUpForm,
  useStepUpQuestion,
} from "#components/ui/use-step-up-question.ts";
import { useTranslate } from "#components/ui/use-translate.ts";
import { Sheet } from "./sheet.tsx";

const MemberStepUp = loadedLater(
  async () => (await import("#components/accounts/step-up-form.tsx")).MemberStepUp,
  { waiting: <Skeleton className="h-40 w-full" /> },
);

/** Asks a member in the wallet for a fresh proof: in the open sheet, or in one of its own. */
export function WalletStepUp({ children }: { children: ReactNode }) {
  const t = useTranslate();
  const { isAsked, answer } = useStepUpQuestion("page");
  return (
    <StepUpForm value={MemberStepUp}>
      {children}
      {isAsked ? (
        <Sheet title={t(STEP_UP_TITLE)} onClose={() => answer(false)}>
          <p className="mt-1 text-sm text-pretty text-muted">{t(STEP_UP_TEXT)}</p>
          <div className="mt-5">
            <MemberStepUp onProved={() => answer(true)} onCancel={() => answer(false)} />
          </div>
        </Sheet>
      ) : null}
    </StepUpForm>
  );
}
