import { areShortcutsOn } from "#components/ui/shortcut-choice.ts";

/** Whether a key opens the search: `/`, and Ctrl or Command with K. */
export function isSearchKey(event: KeyboardEvent): boolean {
  const isPalette = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
  return isPalette || (event.key === "/" && !isBusy(event) && areShortcutsOn());
}

/** Whether the key belongs to a field, to an open dialog, or to the browser. */
function isBusy({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return true;
  if (document.querySelector("[role=dialog]")) return true;
  return target instanceof Element && target.closest("input, textarea, select") !== null;
}
