import { useEffect, useEffectEvent } from "react";

type PresenterKeys = { onNext: () => void; onBack: () => void; onLeave: () => void };

/** The keys of a presentation, and of the clickers that send them. What is typed, and what a dialog is asked, stays there. */
export function usePresenterKeys({ onNext, onBack, onLeave }: PresenterKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = { ...next(onNext), ...back(onBack), Escape: onLeave, p: onLeave }[event.key];
    if (!act || !isForPage(event)) return;
    event.preventDefault();
    if (!event.repeat) act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}

/** The key that begins one. */
export function usePresentKey(onPresent: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "p" && isForPage(event)) onPresent();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}

const next = (act: () => void) => ({ ArrowRight: act, PageDown: act });
const back = (act: () => void) => ({ ArrowLeft: act, PageUp: act });

function isForPage({
  altKey,
  ctrlKey,
  metaKey,
  defaultPrevented,
  key,
  target,
}: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || defaultPrevented) return false;
  if (document.querySelector("[role=dialog],[role=alertdialog]")) return false;
  const isTyping = target instanceof Element && target.matches("input, select, textarea");
  return !isTyping || key === "Escape" || key.startsWith("Page");
}
