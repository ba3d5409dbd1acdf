"use client";

import { Check, Copy, X } from "lucide-react";
import { useState } from "react";
import { buttonLook } from "./button-look.ts";
import { type CopyOutcome, copyNotes, copyText, OUTCOME_MS } from "./copy-text.ts";
import { useHydrated } from "./use-hydrated.ts";
import { useTranslate } from "./use-translate.ts";

type CopyButtonProps = {
  text: string;
  /** The name of the copied value: "payment id". */
  label: string;
  /** Shown beside the icon; without it, the button is only the icon. */
  children?: string;
};

export function CopyButton({ text, label, children }: CopyButtonProps) {
  const t = useTranslate();
  const { state, copy } = useCopy();
  const hydrated = useHydrated();
  return (
    <button
      type="button"
      data-copies=""
      aria-label={t("Copy {label}", { label })}
      aria-disabled={!hydrated || undefined}
      onClick={() => void copy(text)}
      className={buttonLook(
        children ? "secondary" : "ghost",
        "small",
        children ? "" : "text-muted hover:text-ink",
      )}
    >
      <CopyIcon state={state} />
      {children ? (state === "copied" ? t("Copied") : children) : null}
      <span role="status" className="sr-only">
        {state === "idle" ? null : t(copyNotes[state])}
      </span>
    </button>
  );
}

export function CopyIcon({ state }: { state: Copying }) {
  const Icon = icons[state];
  return (
    <Icon
      aria-hidden="true"
      className={`size-4 shrink-0 ${state === "copied" ? "text-pine" : ""}`}
    />
  );
}

const icons = { idle: Copy, copied: Check, failed: X };

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

type Copying = "idle" | CopyOutcome;

/** Puts text on the clipboard and confirms it for two seconds. */
function useCopy(): { state: Copying; copy: (text: string) => Promise<void> } {
  const [state, setState] = useState<Copying>("idle");
  async function copy(text: string) {
    setState(await copyText(text));
    setTimeout(() => setState("idle"), OUTCOME_MS);
  }
  return { state, copy };
}
