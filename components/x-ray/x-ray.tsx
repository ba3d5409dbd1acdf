"use client";

import { useEffect, useState } from "react";
import { loadedLater } from "#components/ui/later.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { isXRayKey, TOGGLE_X_RAY } from "./is-x-ray-key.ts";

const XRayBar = loadedLater(async () => (await import("./x-ray-bar.tsx")).XRayBar, {
  place: "over",
});

/**
 * Shows the page as the service sees it, then as a thief of its database would. What it needs is fetched at the first
 * use.
 */
export function XRay() {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    if (isOn) return undefined;
    const start = (event: Event) => {
      if (isXRayKey(event)) setOn(true);
    };
    document.addEventListener("keydown", start);
    document.addEventListener(TOGGLE_X_RAY, start);
    return () => {
      document.removeEventListener("keydown", start);
      document.removeEventListener(TOGGLE_X_RAY, start);
    };
  }, [isOn]);
  return isOn ? <XRayBar onClose={() => setOn(false)} /> : null;
}

/** For those who do not know the key. */
export function XRayButton() {
  const t = useTranslate();
  return (
    <button
      type="button"
      aria-keyshortcuts="x"
      onClick={() => document.dispatchEvent(new Event(TOGGLE_X_RAY))}
      className="min-h-11 min-w-11 shrink-0 cursor-pointer px-1 text-sm font-medium text-pine hover:text-pine-deep md:min-h-9"
    >
      {t("X-ray")}
    </button>
  );
}
