import { areShortcutsOn } from "#components/ui/shortcut-choice.ts";

/** What the button sends. */
export const TOGGLE_X_RAY = "sealslip-x-ray";

/** Whether this is the button, or the key where it belongs to the page and single keys do something. */
export function isXRayKey(event: Event): boolean {
  if (!(event instanceof KeyboardEvent)) return true;
  return event.key === "x" && areShortcutsOn() && isForPage(event);
}

/** Whether the key is not one of a field, of a list that searches for what is typed, or of the browser. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) {
    return false;
  }
  return !(event.target instanceof Element && event.target.closest(typing));
}

const typing =
  "input:not([type=radio],[type=checkbox]),textarea,select,[contenteditable],[role=menu],[role=listbox],[role=combobox]";
