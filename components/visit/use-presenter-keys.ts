import { useEffect, useEffectEvent } from "react";
import { areShortcutsOn } from "#components/ui/shortcut-choice.ts";

type PresenterKeys = { onNext: () => void; onBack: () => void; onLeave: () => void };

/** The keys of a presentation, and of the clickers that send them. */
export function usePresenterKeys({ onNext, onBack, onLeave }: PresenterKeys): void {
  usePageKeys((event) => {
    const act = { ...next(onNext), ...back(onBack), Escape: onLeave, p: onLeave }[event.key];
    if (!act) return;
    event.preventDefault();
    if (!event.repeat) act();
  });
}

/** The key that begins one. */
export function usePresentKey(onPresent: () => void): void {
  usePageKeys(({ key }) => {
    if (key === "p") onPresent();
  });
}

const next = (act: () => void) => ({ ArrowRight: act, PageDown: act });
const back = (act: () => void) => ({ ArrowLeft: act, PageUp: act });

/** What is typed, and what a dialog is asked, stays there. */
function usePageKeys(onKey: (event: KeyboardEvent) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isForPage(event)) onKey(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}

function isForPage({
  altKey,
  ctrlKey,
  metaKey,
  defaultPrevented,
  key,
  target,
}: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || defaultPrevented) return false;
  if (key.length === 1 && !areShortcutsOn()) return false;
  if (document.querySelector("[role=dialog],[role=alertdialog]")) return false;
  const isTyping = target instanceof Element && target.matches("input, select, textarea");
  return !isTyping || key === "Escape" || key.startsWith("Page");
}
