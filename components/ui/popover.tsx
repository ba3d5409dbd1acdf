"use client";

import { cloneElement, useState } from "react";
import { Later, loadOnce, preload } from "./later.tsx";
import type { PopoverProps } from "./open-popover.tsx";

/** A button with a small panel of fields, whose code is fetched like that of a menu. */
export function Popover(props: PopoverProps) {
  const [open, setOpen] = useState<boolean>();
  const closed = cloneElement(props.trigger, {
    onClick: () => setOpen(true),
    onPointerEnter: prepare,
    onFocus: prepare,
    "aria-haspopup": "dialog",
    "aria-expanded": false,
  });
  if (open === undefined) return closed;
  return (
    <Later load={loadOpenPopover} waiting={closed} place="over">
      {(OpenPopover) => <OpenPopover {...props} open={open} onOpenChange={setOpen} />}
    </Later>
  );
}

const loadOpenPopover = loadOnce(async () => (await import("./open-popover.tsx")).OpenPopover);
const prepare = () => preload(loadOpenPopover);
