import { useRef } from "react";

/**
 * For the content of a dialog that is opened by state: Radix gives the focus back to its own trigger
 * alone, and without one it would be lost to those who have no mouse.
 */
export function useReturnFocus() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // What was clicked may be gone with the row that it stood in.
      const isThere = before.current?.isConnected && before.current !== document.body;
      const target = isThere ? before.current : document.querySelector("main");
      if (target instanceof HTMLElement) target.focus({ preventScroll: !isThere });
    },
  };
}
