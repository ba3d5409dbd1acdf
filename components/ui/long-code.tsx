import type { ReactNode } from "react";

/** An id or a hash that may need several lines: broken anywhere, into lines of about the same length. */
export function LongCode({ children }: { children: ReactNode }) {
  return <code className="inline-block font-mono text-xs text-balance break-all">{children}</code>;
}
