"use client";

import { useState } from "react";
import { CheckboxField } from "./checkbox-field.tsx";
import { areShortcutsOn, chooseShortcuts } from "./shortcut-choice.ts";
import { useTranslate } from "./use-translate.ts";

/** Turns the shortcuts of one key off and on, on all pages of this browser. */
export function ShortcutField({ hint }: { hint?: string }) {
  const t = useTranslate();
  const [on, setOn] = useState(areShortcutsOn);
  return (
    <CheckboxField
      label={t("Use single-key shortcuts")}
      hint={hint}
      checked={on}
      onChange={({ target }) => {
        chooseShortcuts(target.checked);
        setOn(target.checked);
      }}
    />
  );
}
