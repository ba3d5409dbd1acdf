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
  /** What the panel is about, for those who do not see its button. */
  label: string;
  children: ReactNode;
};

type OpenPopoverProps = PopoverProps & { open: boolean; onOpenChange: (open: boolean) => void };

/** The panel of a popover, and its button once more: Radix gives the focus back to it. */
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
          className="z-50 w-[min(20rem,calc(100vw-1rem))] space-y-3 border border-line bg-slip p-4 text-sm text-ink shadow-xl outline-none motion-safe:animate-fade-in"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
