"use client";

import { cloneElement, lazy, Suspense, useState } from "react";
import type { MenuProps } from "./menu-entry.ts";

/**
 * A button with a menu. The code of the list weighs as much as a page, and most menus are never opened: it is
 * fetched when the pointer or the focus comes near the button.
 */
export function Menu(props: MenuProps) {
  const [open, setOpen] = useState<boolean>();
  const closed = cloneElement(props.trigger, {
    onClick: () => setOpen(true),
    onPointerEnter: preload,
    onFocus: preload,
    "aria-haspopup": "menu",
    "aria-expanded": false,
  });
  if (open === undefined) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenMenu {...props} open={open} onOpenChange={setOpen} />
    </Suspense>
  );
}

const load = () => import("./open-menu.tsx");
const preload = () => void load();
const OpenMenu = lazy(async () => ({ default: (await load()).OpenMenu }));
