"use client";

import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { recoverFocus } from "#components/ui/recover-focus.ts";
import { STEP_UP_TEXT, useDialogStepUp } from "#components/ui/use-step-up-question.ts";
import { useTranslate } from "#components/ui/use-translate.ts";

type SheetProps = { title: string; onClose: () => void; children: ReactNode };

/**
 * Up from the lower edge on a phone, over the page at a desk. The platform keeps focus inside. Its title begins with a
 * verb where a call may need a step-up, which repeats it.
 */
export function Sheet({ title, onClose, children }: SheetProps) {
  const t = useTranslate();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const stepUp = useDialogStepUp(true, title);
  const { Form: StepUpForm } = stepUp;
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    // Opening the dialog has moved the focus to the first button, away from the element with autoFocus.
    const first = dialog.current?.querySelector("[data-initial-focus]");
    if (first instanceof HTMLElement) first.focus();
    // The browser restores the focus when the sheet is closed, but not when it is unmounted after the answer.
    return () => recoverFocus(before);
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onCancel={(event) => {
        if (!StepUpForm) return;
        event.preventDefault();
        stepUp.answer(false);
      }}
      className="mx-auto mt-auto mb-0 max-h-[92dvh] w-full max-w-md overflow-y-auto border border-line bg-slip p-5 pb-8 text-ink shadow-2xl backdrop:bg-[light-dark(#23201a99,#000000b3)] sm:my-auto sm:pb-5 md:p-6"
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id={titleId} className="text-lg font-semibold tracking-tight text-balance">
          {StepUpForm ? stepUp.title : title}
        </h2>
        <button
          type="button"
          aria-label={t("Close")}
          onClick={() => (StepUpForm ? stepUp.answer(false) : dialog.current?.close())}
          className="-mt-2 -mr-2 grid size-11 shrink-0 cursor-pointer place-items-center text-muted hover:text-ink"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      {StepUpForm ? (
        <>
          <p className="mt-1 text-sm text-pretty text-muted">{t(STEP_UP_TEXT)}</p>
          <div className="mt-5">
            <StepUpForm
              onProved={() => stepUp.answer(true)}
              onCancel={() => stepUp.answer(false)}
            />
          </div>
        </>
      ) : null}
      <div hidden={StepUpForm !== undefined}>{children}</div>
    </dialog>
  );
}
