"use client";

import { SideDrawer } from "#components/ui/side-drawer.tsx";
import { AccountMenu } from "./account-menu.tsx";
import type { ConsoleEntry } from "./current-console.tsx";
import { type NavGroup, NavList, OrganizationLine } from "./navigation.tsx";

type PhoneDrawerProps = {
  entry: ConsoleEntry;
  nav: readonly NavGroup[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** The pages of a console on a tablet or phone. */
export function PhoneDrawer({ entry, nav, open, onOpenChange }: PhoneDrawerProps) {
  return (
    <SideDrawer title={entry.name} open={open} onOpenChange={onOpenChange}>
      <div className="px-4 pb-4">
        <OrganizationLine entry={entry} />
      </div>
      <div className="grow overflow-y-auto px-2">
        <NavList label="Pages" nav={nav} onGo={() => onOpenChange(false)} />
      </div>
      <div className="border-t border-line">
        <AccountMenu />
      </div>
    </SideDrawer>
  );
}
