"use client";

import { X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import type { ReactNode } from "react";
import { useReturnFocus } from "./dialog.tsx";
import { HomeLink } from "./home-link.tsx";

type SideDrawerProps = {
  /** For screen readers: what is in it. */
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
};

/** Navigation on a narrow screen, over the left of the page. */
export function SideDrawer({ title, open, onOpenChange, children }: SideDrawerProps) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[light-dark(#23201a99,#000000b3)] motion-safe:animate-fade-in" />
        <Radix.Content
          {...returnFocus}
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 flex w-80 max-w-[85vw] flex-col border-r border-line bg-copy motion-safe:animate-fade-in"
        >
          <div className="flex items-center justify-between py-2 pr-2 pl-4">
            <HomeLink />
            <Radix.Close
              aria-label="Close"
              className="grid size-11 shrink-0 cursor-pointer place-items-center hover:bg-ink/6"
            >
              <X aria-hidden="true" className="size-5" />
            </Radix.Close>
          </div>
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
