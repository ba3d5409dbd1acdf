"use client";

import { X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { DialogHold } from "./dialog-hold.ts";
import { STEP_UP_TEXT, useDialogStepUp } from "./use-step-up-question.ts";

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What it does, beginning with the verb: a step-up repeats it. */
  title: string;
  /** One sentence under the title, which screen readers announce. */
  description?: ReactNode;
  children: ReactNode;
  width?: "regular" | "wide";
};

/** Over the page on a wide screen, from the bottom edge on a phone. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  width = "regular",
}: DialogProps) {
  const returnFocus = useReturnFocus();
  // By a form inside, while it waits for an answer.
  const [isHeld, setHeld] = useState(false);
  const [act, setAct] = useState<string>();
  const control = useMemo(() => ({ hold: setHeld, name: setAct }), []);
  const stepUp = useDialogStepUp(open, act ?? title);
  const { Form: StepUpForm } = stepUp;
  const shown = StepUpForm
    ? { title: stepUp.title, description: STEP_UP_TEXT }
    : { title, description };
  const mayClose = StepUpForm !== undefined || !isHeld;

  function change(isOpen: boolean) {
    // Only the step is left: what was typed before it stays.
    if (StepUpForm) stepUp.answer(false);
    else if (!isHeld) onOpenChange(isOpen);
  }
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-[light-dark(#23201a99,#000000b3)] motion-safe:animate-fade-in" />
        <Radix.Content
          {...returnFocus}
          {...(shown.description ? {} : { "aria-describedby": undefined })}
          className={`fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] scroll-pb-36 overflow-y-auto border border-line bg-slip p-5 shadow-2xl motion-safe:animate-rise-in md:inset-x-auto md:top-1/2 md:bottom-auto md:left-1/2 md:max-h-[86dvh] md:-translate-x-1/2 md:-translate-y-1/2 md:p-6 ${width === "wide" ? "md:w-[44rem]" : "md:w-[30rem]"}`}
        >
          <div className="flex items-start justify-between gap-4">
            <Radix.Title className="text-lg font-semibold tracking-tight text-balance">
              {shown.title}
            </Radix.Title>
            <Radix.Close
              aria-label="Close"
              disabled={!mayClose}
              className="-mt-2 -mr-2 grid size-11 shrink-0 cursor-pointer place-items-center text-muted hover:text-ink disabled:cursor-not-allowed disabled:opacity-50 md:size-9"
            >
              <X aria-hidden="true" className="size-4" />
            </Radix.Close>
          </div>
          {shown.description ? (
            <Radix.Description className="mt-1 text-sm text-muted text-pretty">
              {shown.description}
            </Radix.Description>
          ) : null}
          {StepUpForm ? (
            <div className="mt-5">
              <StepUpForm
                onProved={() => stepUp.answer(true)}
                onCancel={() => stepUp.answer(false)}
              />
            </div>
          ) : null}
          <div className="mt-5" hidden={StepUpForm !== undefined}>
            <DialogHold value={control}>{children}</DialogHold>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * For the content of a dialog that is opened by state: Radix returns the focus to its own trigger only, and
 * without one keyboard users would lose it.
 */
export function useReturnFocus() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      before.current = document.activeElement;
      // A dialog below takes the focus back from what has autoFocus alone, until this one is open.
      const content = event.target instanceof Element ? event.target : undefined;
      const first = content?.querySelector("[data-initial-focus]");
      if (!(first instanceof HTMLElement)) return;
      event.preventDefault();
      first.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // The clicked element may have disappeared with its row.
      const isThere = before.current?.isConnected && before.current !== document.body;
      const target = isThere ? before.current : document.querySelector("main");
      if (target instanceof HTMLElement) target.focus({ preventScroll: !isThere });
    },
  };
}
