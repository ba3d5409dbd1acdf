import { createContext, useContext, useEffect } from "react";

/** Of the dialog around a form; outside of one it does nothing. */
export const DialogHold = createContext<(isHeld: boolean) => void>(() => undefined);

/**
 * Keeps the dialog open while its action waits for an answer: closed earlier, it could not show a failure, and a
 * second try might do the same again.
 */
export function useDialogHold(isHeld: boolean): void {
  const hold = useContext(DialogHold);
  useEffect(() => {
    hold(isHeld);
    return () => hold(false);
  }, [hold, isHeld]);
}
