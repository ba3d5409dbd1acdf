import type { ReactNode } from "react";

/** An id or a hash that may need several lines of about the same length: broken at a hyphen, else anywhere. */
export function LongCode({ children }: { children: ReactNode }) {
  return (
    <code className="inline-block font-mono text-xs text-balance wrap-anywhere">{children}</code>
  );
}
