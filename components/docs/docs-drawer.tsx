"use client";

import { X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import type { ReactNode } from "react";
import { useReturnFocus } from "#components/ui/dialog.tsx";
import { HomeLink } from "#components/ui/home-link.tsx";

/** The pages of the documentation on a phone. */
export function DocsDrawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
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
          <Radix.Title className="sr-only">All pages</Radix.Title>
          <div className="grow overflow-y-auto px-2 pb-6">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
