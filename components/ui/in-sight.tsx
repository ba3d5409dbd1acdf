import type { ReactNode } from "react";

/** Comes into sight when it appears, where a long form would have it above or below what is shown. */
export function InSight({ children }: { children: ReactNode }) {
  return <div ref={show}>{children}</div>;
}

function show(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
