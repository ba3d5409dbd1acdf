"use client";

import {
  STEP_UP_TEXT,
  STEP_UP_TITLE,
  useStepUpQuestion,
} from "#components/accounts/use-step-up-question.ts";
import { Later, loadOnce } from "#components/ui/later.tsx";
import { Skeleton } from "#components/ui/states.tsx";
import { Sheet } from "./sheet.tsx";

const loadMemberStepUp = loadOnce(
  async () => (await import("#components/accounts/step-up-form.tsx")).MemberStepUp,
);

/**
 * Asks a member in the wallet for a fresh proof. A sheet, since the one for consent may be open, and only
 * another modal element of the platform can be above it.
 */
export function WalletStepUp() {
  const { isAsked, answer } = useStepUpQuestion();
  if (!isAsked) return null;
  return (
    <Sheet title={STEP_UP_TITLE} onClose={() => answer(false)}>
      <p className="mt-1 text-sm text-pretty text-muted">{STEP_UP_TEXT}</p>
      <div className="mt-5">
        <Later load={loadMemberStepUp} waiting={<Skeleton className="h-40 w-full" />}>
          {(MemberStepUp) => (
            <MemberStepUp onProved={() => answer(true)} onCancel={() => answer(false)} />
          )}
        </Later>
      </div>
    </Sheet>
  );
}
