import type { ReactNode } from "react";

/** Takes the focus when it appears, because the focused element is gone. */
export function FocusHere({ children }: { children: ReactNode }) {
  return (
    <div tabIndex={-1} ref={focus} className="outline-none">
      {children}
    </div>
  );
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}
