"use client";

import { X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import type { ReactNode } from "react";
import { useReturnFocus } from "./dialog.tsx";

type SidePanelProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Small, above the title: the kind of object. */
  label: string;
  children: ReactNode;
  /** Buttons that stay visible below the scrolled content. */
  actions?: ReactNode;
};

/** The details of one list entry beside the list; the whole screen on a phone. */
export function SidePanel({ open, onClose, title, label, children, actions }: SidePanelProps) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[light-dark(#23201a99,#000000b3)] motion-safe:animate-fade-in" />
        <Radix.Content
          {...returnFocus}
          aria-describedby={undefined}
          className="fixed inset-y-0 right-0 z-50 flex w-full flex-col border-line bg-slip shadow-2xl motion-safe:animate-slide-in md:w-[36rem] md:border-l"
        >
          <div className="flex items-start justify-between gap-4 border-b border-dashed border-line px-5 py-4">
            <div className="min-w-0">
              <p className="text-xs text-muted">{label}</p>
              {/* On a phone the name may need a second line, once it is known. */}
              <Radix.Title className="mt-0.5 font-semibold tracking-tight wrap-anywhere max-md:min-h-[2lh]">
                {title}
              </Radix.Title>
            </div>
            <Radix.Close
              aria-label="Close"
              className="-mt-1 -mr-2 grid size-11 shrink-0 cursor-pointer place-items-center text-muted hover:text-ink md:size-9"
            >
              <X aria-hidden="true" className="size-4" />
            </Radix.Close>
          </div>
          <div className="grow overflow-y-auto px-5 py-3">{children}</div>
          {actions ? (
            <div className="flex flex-wrap gap-2 border-t border-line bg-copy px-5 py-3">
              {actions}
            </div>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
