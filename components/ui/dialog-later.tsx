"use client";

import { type ComponentProps, lazy, Suspense, useState } from "react";
import type { Dialog as Shown } from "./dialog.tsx";

const Loaded = lazy(async () => ({ default: (await import("./dialog.tsx")).Dialog }));

/** A `Dialog` whose code is fetched when it is first opened. */
export function Dialog(props: ComponentProps<typeof Shown>) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
