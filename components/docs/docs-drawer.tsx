"use client";

import type { ReactNode } from "react";
import { SideDrawer } from "#components/ui/side-drawer.tsx";

/** The pages of the documentation on a phone. */
export function DocsDrawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <SideDrawer title="All pages" open onOpenChange={(open) => (open ? undefined : onClose())}>
      <div className="grow overflow-y-auto px-2 pb-6">{children}</div>
    </SideDrawer>
  );
}
