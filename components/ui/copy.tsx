"use client";

import { Check, Copy, X } from "lucide-react";
import { useState } from "react";
import { buttonLook } from "./button-look.ts";
import { useHydrated } from "./use-hydrated.ts";

type CopyButtonProps = {
  text: string;
  /** The name of the copied value: "payment id". */
  label: string;
  /** Shown beside the icon; without it, the button is only the icon. */
  children?: string;
};

export function CopyButton({ text, label, children }: CopyButtonProps) {
  const { state, copy } = useCopy();
  const hydrated = useHydrated();
  const Icon = icons[state];
  return (
    <button
      type="button"
      aria-label={`Copy ${label}`}
      aria-disabled={!hydrated || undefined}
      onClick={() => void copy(text)}
      className={buttonLook(
        children ? "secondary" : "ghost",
        "small",
        children ? "" : "text-muted hover:text-ink",
      )}
    >
      <Icon
        aria-hidden="true"
        className={`size-4 shrink-0 ${state === "copied" ? "text-pine" : ""}`}
      />
      {children ? (state === "copied" ? "Copied" : children) : null}
      <span role="status" className="sr-only">
        {said[state]}
      </span>
    </button>
  );
}

const icons = { idle: Copy, copied: Check, failed: X };

const said = { idle: "", copied: "Copied", failed: "Could not be copied: select it by hand" };

/** An id with the button that copies it. */
export function CopiedCode({ text, label }: CopyButtonProps) {
  return (
    <span className="flex max-w-md items-center justify-between gap-1 [&_button]:-my-2">
      <code className="min-w-0 overflow-x-clip font-mono text-xs text-balance wrap-anywhere">
        {text}
      </code>
      <CopyButton text={text} label={label} />
    </span>
  );
}

const SHOWN_MS = 2000;

type Copying = "idle" | "copied" | "failed";

/** Puts text on the clipboard and confirms it for two seconds. */
function useCopy(): { state: Copying; copy: (text: string) => Promise<void> } {
  const [state, setState] = useState<Copying>("idle");
  async function copy(text: string) {
    // Missing on plain HTTP away from localhost, and refused if the page has no focus.
    const outcome = await navigator.clipboard?.writeText(text).then(
      () => "copied" as const,
      () => "failed" as const,
    );
    setState(outcome ?? "failed");
    setTimeout(() => setState("idle"), SHOWN_MS);
  }
  return { state, copy };
}
