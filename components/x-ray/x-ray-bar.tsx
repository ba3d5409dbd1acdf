"use client";

import { X } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { recoverFocus } from "#components/ui/recover-focus.ts";
import { SegmentedControl } from "#components/ui/segmented-control.tsx";
import { ShortcutField } from "#components/ui/shortcut-field.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { Translate } from "#lib/languages/translate.ts";
import { describeView } from "./describe-view.ts";
import { isForPage, isXRayKey, TOGGLE_X_RAY } from "./is-x-ray-key.ts";
import { useHidden } from "./use-hidden.ts";
import { writeStyles } from "./write-styles.ts";
import type { XRayView } from "./x-ray-views.ts";

/** The legend: what is shown, and the way to the other views and out. */
export function XRayBar({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const [view, setView] = useState<XRayView>("service");
  useKeys({
    onNext: () => (view === "service" ? setView("thief") : onClose()),
    onClose,
  });
  useStyles(view, t);
  useReturnedFocus();
  const words = describeView(view, useHidden(view), t);
  return (
    <section
      aria-label={t("X-ray")}
      className="x-ray-bar fixed inset-x-0 bottom-0 z-45 border-y-2 border-ink bg-slip shadow-2xl print:hidden"
    >
      <div className="mx-auto flex max-w-[76rem] flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2.5 md:px-8">
        <p className="min-w-0 grow basis-80 text-sm text-pretty md:min-h-10">{words}</p>
        <Spoken words={words} />
        <div className="[@media(hover:none)]:hidden">
          <ShortcutField />
        </div>
        <div className="flex max-w-full items-center gap-x-2">
          <SegmentedControl
            label={t("Seen by")}
            value={view}
            options={viewsIn(t)}
            onChange={setView}
          />
          <button
            type="button"
            aria-label={t("Close the X-ray")}
            aria-keyshortcuts="Escape"
            onClick={onClose}
            className="grid size-11 shrink-0 cursor-pointer place-items-center text-muted hover:text-ink md:size-9"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
      </div>
    </section>
  );
}

function viewsIn(t: Translate) {
  return [
    { value: "page", label: t("You") },
    { value: "service", label: t("The service") },
    { value: "thief", label: t("A thief") },
  ] as const;
}

/** Read aloud: a region is heard when it changes, and so has to be there before its words. */
function Spoken({ words }: { words: string }) {
  const [spoken, setSpoken] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(words), 100);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <p role="status" className="sr-only">
      {spoken}
    </p>
  );
}

type Keys = { onNext: () => void; onClose: () => void };

function useKeys({ onNext, onClose }: Keys): void {
  const press = useEffectEvent((event: Event) => {
    const act = isXRayKey(event) ? onNext : isEscape(event) ? onClose : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: Event) => press(event);
    document.addEventListener("keydown", listen);
    document.addEventListener(TOGGLE_X_RAY, listen);
    return () => {
      document.removeEventListener("keydown", listen);
      document.removeEventListener(TOGGLE_X_RAY, listen);
    };
  }, []);
}

/** An open dialog closes first. */
function isEscape(event: Event): boolean {
  return (
    event instanceof KeyboardEvent &&
    event.key === "Escape" &&
    isForPage(event) &&
    !document.querySelector("[role=dialog],[role=alertdialog]")
  );
}

/** Puts the style sheet on the page, for as long as the bar is there. */
function useStyles(view: XRayView, t: Translate): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(writeStyles(t));
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [t]);
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.xRay = view;
    return () => {
      delete dataset.xRay;
    };
  }, [view]);
}

/** When the bar goes with the focus in it, the focus goes back to where it was when the bar came. */
function useReturnedFocus(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => recoverFocus(before);
  }, []);
}
