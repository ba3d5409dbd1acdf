import { type ComponentType, createContext, useContext, useEffect, useState } from "react";
import { provideStepUp } from "#lib/browser/step-up.ts";
import { useTranslate } from "./use-translate.ts";

export const STEP_UP_TITLE = "Confirm that it is you";
export const STEP_UP_TEXT = "This needs a recent confirmation, which lasts for a few minutes.";

export type StepUpFormProps = { onProved: () => void; onCancel: () => void };

/** The form that proves who the member is. The page provides it: a dialog knows no accounts. */
export const StepUpForm = createContext<ComponentType<StepUpFormProps> | undefined>(undefined);

type Question = { before: Element | null; answer: (proved: boolean) => void };

/** Whether a call waits for a fresh proof that is asked for here, and how to report the outcome to it. */
export function useStepUpQuestion(of: "page" | "dialog", isHere = true) {
  const [question, setQuestion] = useState<Question>();
  useEffect(() => {
    if (!isHere) return undefined;
    let leave = () => {};
    const ask = () =>
      new Promise<boolean>((resolve) => {
        const answer = (proved: boolean) => {
          setQuestion(undefined);
          resolve(proved);
        };
        leave = () => answer(false);
        setQuestion({ before: document.activeElement, answer });
      });
    const end = provideStepUp(ask, of);
    return () => {
      end();
      leave();
    };
  }, [of, isHere]);
  useEffect(() => {
    const { before } = question ?? {};
    // The form is gone by then, and with it what had the focus.
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [question]);
  return {
    isAsked: question !== undefined,
    answer: (proved: boolean) => question?.answer(proved),
  };
}

/**
 * The step of an open dialog that proves who the member is, in place of its content and under a title of its own: a
 * second dialog would cover what is being confirmed. `act` is what it is for, such as "refund $2.50".
 */
export function useDialogStepUp(isOpen: boolean, act: string) {
  const t = useTranslate();
  const Form = useContext(StepUpForm);
  const { isAsked, answer } = useStepUpQuestion("dialog", isOpen && Form !== undefined);
  return {
    /** Undefined while nothing is asked. */
    Form: isAsked ? Form : undefined,
    title: t("Confirm to {act}", { act: t.inSentence(act.replace(/\?$/, "")) }),
    answer,
  };
}
