"use client";

import { Menu as MenuIcon } from "lucide-react";
import { useState } from "react";
import { Later, loadOnce, preload } from "#components/ui/later.tsx";
import { XRayButton } from "#components/x-ray/x-ray.tsx";
import type { ConsoleEntry } from "./current-console.tsx";
import { EnvironmentSwitch } from "./environment-switch.tsx";
import type { NavGroup } from "./navigation.tsx";
import { useSession } from "./session.tsx";
import { SearchButton } from "./shortcuts.tsx";

const loadDrawer = loadOnce(async () => (await import("./phone-drawer.tsx")).PhoneDrawer);
const prepare = () => preload(loadDrawer);

/** Instead of the sidebar: the drawer with the pages, and the environment, always visible. */
export function PhoneBar({ entry, nav }: { entry: ConsoleEntry; nav: readonly NavGroup[] }) {
  const [open, setOpen] = useState<boolean>();
  return (
    <header className="sticky top-0 z-30 flex flex-wrap items-center gap-2 border-b border-line bg-copy px-2 py-1.5 desk:hidden">
      <button
        type="button"
        aria-label="Pages"
        aria-haspopup="dialog"
        aria-expanded={open ?? false}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(true)}
        className="grid size-11 shrink-0 cursor-pointer place-items-center hover:bg-ink/6"
      >
        <MenuIcon aria-hidden="true" className="size-5" />
      </button>
      {open === undefined ? null : (
        <Later load={loadDrawer} place="over">
          {(PhoneDrawer) => (
            <PhoneDrawer entry={entry} nav={nav} open={open} onOpenChange={setOpen} />
          )}
        </Later>
      )}
      <p className="min-w-0 grow truncate text-sm font-medium">
        <span className="max-md:hidden">{useSession().organization.name}</span>
      </p>
      <XRayButton />
      <SearchButton look="icon" />
      <div className="w-44 max-w-full">
        <EnvironmentSwitch />
      </div>
    </header>
  );
}
