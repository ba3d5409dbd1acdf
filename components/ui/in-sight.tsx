import type { ReactNode } from "react";

/** Scrolls into view when it appears, since a long form may have it above or below the visible part. */
export function InSight({ children }: { children: ReactNode }) {
  return <div ref={show}>{children}</div>;
}

function show(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
