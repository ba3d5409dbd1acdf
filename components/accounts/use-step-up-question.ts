import { useEffect, useState } from "react";
import { provideStepUp } from "#lib/browser/step-up.ts";

export const STEP_UP_TITLE = "Confirm that it is you";
export const STEP_UP_TEXT = "This needs a recent confirmation, which lasts for a few minutes.";

type Question = { answer: (proved: boolean) => void };

/** Whether a call from this page waits for a fresh proof, and how to report the outcome to it. */
export function useStepUpQuestion() {
  const [question, setQuestion] = useState<Question>();
  useEffect(() => {
    const ask = () => new Promise<boolean>((answer) => setQuestion({ answer }));
    return provideStepUp(ask);
  }, []);
  function answer(proved: boolean): void {
    question?.answer(proved);
    setQuestion(undefined);
  }
  return { isAsked: question !== undefined, answer };
}
