import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from "react";

/** What drives the drawings, too: see `duration-900` in seal-button.tsx. */
export const HOLD_MS = 900;

type HoldState = "idle" | "held" | "short";

/**
 * Pressing and holding. `onHeld` runs once the pointer was down for `HOLD_MS`; let go before, the state is `short`.
 * What activates a button without a pointer (a key, a switch, a screen reader) runs it at once, and so does any press
 * where motion is not wanted.
 */
export function useHold(onHeld: () => void) {
  const [state, setState] = useState<HoldState>("idle");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Whether the click that follows ends a hold. */
  const isPointer = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  function end(next: HoldState): void {
    clearTimeout(timer.current);
    timer.current = undefined;
    setState(next);
  }

  function begin({ button, isPrimary }: PointerEvent): void {
    isPointer.current = false;
    if (button !== 0 || !isPrimary || isStill()) return;
    isPointer.current = true;
    setState("held");
    timer.current = setTimeout(() => {
      end("idle");
      onHeld();
    }, HOLD_MS);
  }

  function release(): void {
    if (timer.current !== undefined) end("short");
  }

  function click({ detail }: MouseEvent): void {
    const endsHold = isPointer.current && detail > 0;
    isPointer.current = false;
    if (!endsHold) onHeld();
  }

  return {
    state,
    handlers: {
      onPointerDown: begin,
      onPointerUp: release,
      onPointerLeave: release,
      // The page began to scroll under the finger.
      onPointerCancel: release,
      onClick: click,
      // A long press on a phone asks for the menu of the page.
      onContextMenu: (event: MouseEvent) => {
        if (timer.current !== undefined) event.preventDefault();
      },
    },
  };
}

function isStill(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
