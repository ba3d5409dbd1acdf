"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

/** A link whose page is prefetched when the pointer or the focus comes near it, not when it is visible. */
export function NearLink({ onPointerEnter, onFocus, ...link }: ComponentProps<typeof Link>) {
  const [near, setNear] = useState(false);
  return (
    <Link
      {...link}
      prefetch={near ? null : false}
      onPointerEnter={(event) => {
        setNear(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setNear(true);
        onFocus?.(event);
      }}
    />
  );
}
