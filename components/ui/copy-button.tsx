"use client";

import { Check, Copy, X } from "lucide-react";
import { buttonLook } from "./button-look.ts";
import { useCopy } from "./use-copy.ts";

type CopyButtonProps = {
  text: string;
  /** What is copied: "payment id". */
  label: string;
  /** Shown beside the icon; without it the button is the icon alone. */
  children?: string;
};

export function CopyButton({ text, label, children }: CopyButtonProps) {
  const { state, copy } = useCopy();
  const Icon = icons[state];
  return (
    <button
      type="button"
      aria-label={`Copy ${label}`}
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
