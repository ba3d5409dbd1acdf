import { useState } from "react";

const SHOWN_MS = 2000;

type Copying = "idle" | "copied" | "failed";

/** Puts text on the clipboard and says for two seconds that it did. */
export function useCopy(): { state: Copying; copy: (text: string) => Promise<void> } {
  const [state, setState] = useState<Copying>("idle");
  async function copy(text: string) {
    // Missing on plain HTTP away from localhost, and refused where the page has no focus.
    const outcome = await navigator.clipboard?.writeText(text).then(
      () => "copied" as const,
      () => "failed" as const,
    );
    setState(outcome ?? "failed");
    setTimeout(() => setState("idle"), SHOWN_MS);
  }
  return { state, copy };
}
