export type CopyOutcome = "copied" | "failed";

/** Puts text on the clipboard. */
export async function copyText(text: string): Promise<CopyOutcome> {
  // Missing on plain HTTP away from localhost, and refused if the page has no focus.
  const outcome = await navigator.clipboard?.writeText(text).then(
    () => "copied" as const,
    () => "failed" as const,
  );
  return outcome ?? "failed";
}

/** What screen readers hear. */
export const copyNotes = {
  idle: "",
  copied: "Copied",
  failed: "Could not be copied: select it by hand",
} as const;

/** How long the outcome is shown. */
export const OUTCOME_MS = 2000;
