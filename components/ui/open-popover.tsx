"use client";

import * as Radix from "radix-ui/popover";
import type { ReactElement, ReactNode } from "react";

export type PopoverProps = {
  /** One button; it opens the panel. */
  trigger: ReactElement<{
    onClick?: () => void;
    onPointerEnter?: () => void;
    onFocus?: () => void;
    "aria-haspopup"?: "dialog";
    "aria-expanded"?: boolean;
  }>;
  /** The subject of the panel, for screen readers. */
  label: string;
  children: ReactNode;
};

type OpenPopoverProps = PopoverProps & { open: boolean; onOpenChange: (open: boolean) => void };

/** The panel of a popover, and its button once more: Radix returns the focus to it. */
export function OpenPopover({ trigger, label, children, open, onOpenChange }: OpenPopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 w-[min(22rem,calc(100vw-1rem))] space-y-3 border border-line bg-slip p-4 text-sm text-ink shadow-xl outline-none motion-safe:animate-fade-in"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
