"use client";

import { Menu } from "lucide-react";
import { type ReactNode, useState } from "react";
import { loadedLater } from "#components/ui/later.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";

const DocsDrawer = loadedLater(async () => (await import("./docs-drawer.tsx")).DocsDrawer, {
  place: "over",
});

/** Opens the navigation on a phone. Without scripts, the navigation is below the page. */
export function DocsMenu({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const hydrated = useHydrated();
  return (
    <>
      <button
        type="button"
        data-opens="menu"
        aria-label="All pages"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-disabled={!hydrated || undefined}
        onClick={() => setOpen(true)}
        className="-ml-3 grid size-11 shrink-0 cursor-pointer place-items-center hover:bg-ink/6 lg:hidden noscript:hidden"
      >
        <Menu aria-hidden="true" className="size-5" />
      </button>
      {open ? <DocsDrawer onClose={() => setOpen(false)}>{children}</DocsDrawer> : null}
    </>
  );
}
