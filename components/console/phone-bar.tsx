"use client";

import { Menu as MenuIcon, X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import { useState } from "react";
import { HomeLink } from "#components/ui/home-link.tsx";
import { AccountMenu } from "./account-menu.tsx";
import type { ConsoleEntry } from "./current-console.tsx";
import { EnvironmentSwitch } from "./environment-switch.tsx";
import { type NavGroup, NavList, OrganizationLine } from "./navigation.tsx";
import { SearchButton } from "./shortcuts.tsx";

const square = "grid size-11 shrink-0 cursor-pointer place-items-center hover:bg-ink/6";

/** The bar of a phone: the drawer with the pages, and the environment, always in sight. */
export function PhoneBar({ entry, nav }: { entry: ConsoleEntry; nav: readonly NavGroup[] }) {
  const [open, setOpen] = useState(false);
  return (
    <header className="sticky top-0 z-30 flex items-center gap-2 border-b border-line bg-copy px-2 py-1.5 md:hidden">
      <Radix.Root open={open} onOpenChange={setOpen}>
        <Radix.Trigger aria-label="Pages" className={square}>
          <MenuIcon aria-hidden="true" className="size-5" />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Overlay className="fixed inset-0 z-40 bg-[light-dark(#23201a99,#000000b3)] motion-safe:animate-fade-in" />
          <Radix.Content
            aria-describedby={undefined}
            className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col border-r border-line bg-copy motion-safe:animate-fade-in"
          >
            <div className="flex items-center justify-between py-2 pr-2 pl-4">
              <HomeLink />
              <Radix.Close aria-label="Close" className={square}>
                <X aria-hidden="true" className="size-5" />
              </Radix.Close>
            </div>
            <Radix.Title className="sr-only">{entry.name}</Radix.Title>
            <div className="px-4 pb-4">
              <OrganizationLine entry={entry} />
            </div>
            <div className="grow overflow-y-auto px-2">
              <NavList label="Pages" nav={nav} onGo={() => setOpen(false)} />
            </div>
            <div className="border-t border-line">
              <AccountMenu />
            </div>
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
      <div className="min-w-0 grow" />
      <SearchButton look="icon" />
      <div className="w-44">
        <EnvironmentSwitch />
      </div>
    </header>
  );
}
