"use client";

import { ScanEye } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { loadedLater } from "#components/ui/later.tsx";
import { areShortcutsOn } from "#components/ui/shortcut-choice.ts";
import type { XRayView } from "./x-ray-views.ts";

const XRayBar = loadedLater(async () => (await import("./x-ray-bar.tsx")).XRayBar, {
  place: "over",
});

const TOGGLE = "sealslip-x-ray";

/** Shows the page as the service sees it, then as a thief of its database would; its code is fetched at the first use. */
export function XRay() {
  const [view, setView] = useState<XRayView>();
  const [status, setStatus] = useState<HTMLElement | null>(null);
  const goOn = () =>
    setView(view === "service" ? "thief" : view === "thief" ? undefined : "service");
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = { x: areShortcutsOn() && goOn, Escape: view && (() => setView(undefined)) }[
      event.key
    ];
    if (!act || isBusy(event)) return;
    event.preventDefault();
    act();
  });
  const toggle = useEffectEvent(goOn);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    const goOnByButton = () => toggle();
    document.addEventListener("keydown", listen);
    document.addEventListener(TOGGLE, goOnByButton);
    return () => {
      document.removeEventListener("keydown", listen);
      document.removeEventListener(TOGGLE, goOnByButton);
    };
  }, []);
  return (
    <>
      <p ref={setStatus} role="status" className="sr-only" />
      {view ? <XRayBar view={view} onView={setView} status={status} /> : null}
    </>
  );
}

/** For those who do not know the key. */
export function XRayButton({ look }: { look: "text" | "icon" }) {
  return (
    <button
      type="button"
      aria-keyshortcuts="x"
      title="Key: x"
      onClick={() => document.dispatchEvent(new Event(TOGGLE))}
      className="inline-flex min-h-11 min-w-11 shrink-0 cursor-pointer items-center justify-center gap-2 px-2 text-sm font-medium text-muted hover:text-ink md:min-h-9"
    >
      <ScanEye aria-hidden="true" className="size-5" strokeWidth={1.75} />
      <span className={look === "icon" ? "sr-only" : "max-sm:sr-only"}>X-ray</span>
    </button>
  );
}

/** Whether the key belongs to something else: to a field, to a menu, which searches for what is typed, or to the browser. */
function isBusy({
  target,
  ctrlKey,
  metaKey,
  altKey,
  defaultPrevented,
  key,
  repeat,
}: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented || repeat) return true;
  if (key === "Escape" && document.querySelector("[role=dialog],[role=alertdialog]")) return true;
  const others =
    "input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=combobox]";
  return target instanceof Element && target.closest(others) !== null;
}
