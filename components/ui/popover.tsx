"use client";

import { cloneElement, lazy, Suspense, useState } from "react";
import type { PopoverProps } from "./open-popover.tsx";

/** A button with a small panel of fields, whose code is fetched like that of a menu. */
export function Popover(props: PopoverProps) {
  const [open, setOpen] = useState<boolean>();
  const closed = cloneElement(props.trigger, {
    onClick: () => setOpen(true),
    onPointerEnter: preload,
    onFocus: preload,
    "aria-haspopup": "dialog",
    "aria-expanded": false,
  });
  if (open === undefined) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenPopover {...props} open={open} onOpenChange={setOpen} />
    </Suspense>
  );
}

const load = () => import("./open-popover.tsx");
const preload = () => void load();
const OpenPopover = lazy(async () => ({ default: (await load()).OpenPopover }));
