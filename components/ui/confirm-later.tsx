"use client";

import { type ComponentProps, lazy, Suspense, useState } from "react";
import type { ConfirmDialog as Dialog } from "./confirm-dialog.tsx";

const Loaded = lazy(async () => ({
  default: (await import("./confirm-dialog.tsx")).ConfirmDialog,
}));

/** A `ConfirmDialog` whose code is fetched when it is first opened: most never are. */
export function ConfirmDialog(props: ComponentProps<typeof Dialog>) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
