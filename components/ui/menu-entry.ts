"use client";

import type { LucideIcon } from "lucide-react";
import type { ReactElement } from "react";

type MenuOption = { value: string; label: string; hint?: string; icon?: LucideIcon };

/** A line of a menu. */
export type MenuEntry =
  | { kind: "heading"; label: string }
  | { kind: "line" }
  | {
      kind: "item";
      label: string;
      icon?: LucideIcon;
      danger?: boolean;
      disabled?: boolean;
      onSelect: () => void;
    }
  /** On or off; the menu stays open. */
  | { kind: "toggle"; label: string; checked: boolean; onChange: (checked: boolean) => void }
  /** One of several, with a check mark at the selected one. */
  | {
      kind: "choice";
      label: string;
      value: string;
      options: readonly MenuOption[];
      onChange: (value: string) => void;
    };

type MenuTrigger = ReactElement<{
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  "aria-haspopup"?: "menu";
  "aria-expanded"?: boolean;
}>;

export type MenuProps = {
  /** One button; it opens the menu. */
  trigger: MenuTrigger;
  entries: readonly MenuEntry[];
  align?: "start" | "end";
  side?: "top" | "bottom";
};
