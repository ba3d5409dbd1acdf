"use client";

import { type ComponentProps, type ReactNode, useState } from "react";
import { loadedLater } from "#components/ui/later.tsx";
import type { ConfirmDialog } from "./confirm-dialog.tsx";
import type { Dialog } from "./dialog.tsx";

const LoadedDialog = loadedLater(async () => (await import("./dialog.tsx")).Dialog, {
  place: "over",
});

const LoadedConfirmDialog = loadedLater(
  async () => (await import("./confirm-dialog.tsx")).ConfirmDialog,
  { place: "over" },
);

/** A `Dialog` whose code is fetched when it is first opened: most never are. */
export function LazyDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <OnceOpened open={props.open}>
      <LoadedDialog {...props} />
    </OnceOpened>
  );
}

/** A `ConfirmDialog` whose code is fetched when it is first opened. */
export function LazyConfirmDialog(props: ComponentProps<typeof ConfirmDialog>) {
  return (
    <OnceOpened open={props.open}>
      <LoadedConfirmDialog {...props} />
    </OnceOpened>
  );
}

// Stays rendered after it was closed, so that the closing is animated.
function OnceOpened({ open, children }: { open: boolean; children: ReactNode }) {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened ? children : null;
}
