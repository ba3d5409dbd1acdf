import { useSyncExternalStore } from "react";
import type { Hidden } from "./describe-view.ts";
import { selectForms } from "./write-styles.ts";
import { unreadable, type XRayView } from "./x-ray-views.ts";

/** What the view hides of the page as it is now: pages load and change below it. */
export function useHidden(view: XRayView): Hidden {
  const text = useSyncExternalStore(
    watchPage,
    () => countHidden(view),
    () => "0 0",
  );
  const [values = 0, inEscrow = 0] = text.split(" ").map(Number);
  return { values, inEscrow };
}

function watchPage(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ["data-stored", "data-escrowed"],
  });
  return () => observer.disconnect();
}

/** As text, of which two are equal. */
function countHidden(view: XRayView): string {
  const forms = unreadable[view];
  if (forms.length === 0) return "0 0";
  const count = (selector: string) => document.querySelectorAll(selector).length;
  const hidden = selectForms(forms);
  return `${count(hidden)} ${count(`[data-escrowed] ${selectForms(["sealed"])}`)}`;
}
