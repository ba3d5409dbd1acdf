"use client";

import { X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import { useReturnFocus } from "#components/ui/dialog.tsx";
import { HomeLink } from "#components/ui/home-link.tsx";
import { AccountMenu } from "./account-menu.tsx";
import type { ConsoleEntry } from "./current-console.tsx";
import { type NavGroup, NavList, OrganizationLine } from "./navigation.tsx";

type PhoneDrawerProps = {
  entry: ConsoleEntry;
  nav: readonly NavGroup[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** The pages of a console on a phone. */
export function PhoneDrawer({ entry, nav, open, onOpenChange }: PhoneDrawerProps) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[light-dark(#23201a99,#000000b3)] motion-safe:animate-fade-in" />
        <Radix.Content
          {...returnFocus}
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col border-r border-line bg-copy motion-safe:animate-fade-in"
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
          <Radix.Title className="sr-only">{entry.name}</Radix.Title>
          <div className="px-4 pb-4">
            <OrganizationLine entry={entry} />
          </div>
          <div className="grow overflow-y-auto px-2">
            <NavList label="Pages" nav={nav} onGo={() => onOpenChange(false)} />
          </div>
          <div className="border-t border-line">
            <AccountMenu />
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
