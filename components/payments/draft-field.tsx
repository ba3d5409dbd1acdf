"use client";

import type { ComponentProps } from "react";
import { TextField } from "#components/ui/text-field.tsx";
import { useDraft } from "#components/ui/use-draft.ts";

type DraftFieldProps = Omit<ComponentProps<typeof TextField>, "value" | "onChange"> & {
  value: string;
  onChange: (text: string) => void;
};

/** A filter to be typed: it takes effect after a pause, or at once with Enter. */
export function DraftField({ value, onChange, ...field }: DraftFieldProps) {
  const { text, type, settle } = useDraft(value, onChange);
  return (
    <TextField
      autoComplete="off"
      spellCheck={false}
      {...field}
      value={text}
      onChange={(event) => type(event.target.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === "Enter") settle();
      }}
    />
  );
}
