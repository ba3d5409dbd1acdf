import { createContext, useContext, useEffect } from "react";

type DialogControl = {
  /** Keeps the dialog open, or lets it be closed again. */
  hold: (isHeld: boolean) => void;
  /** Names what the dialog does, for its step-up. */
  name: (act: string) => void;
};

/** Of the dialog around a form; outside of one it does nothing. */
export const DialogHold = createContext<DialogControl>({ hold() {}, name() {} });

/**
 * Keeps the dialog open while its action waits for an answer: closed earlier, it could not show a failure, and a
 * second try might do the same again.
 */
export function useDialogHold(isHeld: boolean): void {
  const { hold } = useContext(DialogHold);
  useEffect(() => {
    hold(isHeld);
    return () => hold(false);
  }, [hold, isHeld]);
}

/** What the dialog is about to do, such as "refund $2.50", where its title does not say it. */
export function useDialogAct(act: string): void {
  const { name } = useContext(DialogHold);
  useEffect(() => name(act), [name, act]);
}
