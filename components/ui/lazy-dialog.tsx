"use client";

import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from "react";
import type { ConfirmDialog } from "./confirm-dialog.tsx";
import type { Dialog } from "./dialog.tsx";

const LoadedDialog = lazy(async () => ({ default: (await import("./dialog.tsx")).Dialog }));

const LoadedConfirmDialog = lazy(async () => ({
  default: (await import("./confirm-dialog.tsx")).ConfirmDialog,
}));

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
  return opened ? <Suspense>{children}</Suspense> : null;
}
