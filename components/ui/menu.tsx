"use client";

import { cloneElement, useState } from "react";
import { Later, loadOnce, preload } from "./later.tsx";
import type { MenuProps } from "./menu-entry.ts";

/**
 * A button with a menu. The code of the list weighs as much as a page, and most menus are never opened: it is
 * fetched when the pointer or the focus comes near the button.
 */
export function Menu(props: MenuProps) {
  const [open, setOpen] = useState<boolean>();
  const closed = cloneElement(props.trigger, {
    onClick: () => setOpen(true),
    onPointerEnter: prepare,
    onFocus: prepare,
    "aria-haspopup": "menu",
    "aria-expanded": false,
  });
  if (open === undefined) return closed;
  return (
    <Later load={loadOpenMenu} waiting={closed} place="over">
      {(OpenMenu) => <OpenMenu {...props} open={open} onOpenChange={setOpen} />}
    </Later>
  );
}

const loadOpenMenu = loadOnce(async () => (await import("./open-menu.tsx")).OpenMenu);
const prepare = () => preload(loadOpenMenu);
