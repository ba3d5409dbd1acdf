import type { Translate } from "#lib/languages/translate.ts";
import { unreadable, type XRayView } from "./x-ray-views.ts";

/** How many values on the page are unreadable in a view, and how many of those are in escrow. */
export type Hidden = { values: number; inEscrow: number };

/** What the view shows of a page, in one or two sentences. */
export function describeView(view: XRayView, { values, inEscrow }: Hidden, t: Translate): string {
  if (unreadable[view].length === 0) return t("X-ray: the page as you see it. Nothing is hidden.");
  if (view === "service") {
    if (values === 0)
      return t(
        "X-ray: the service can read all that this page shows. What is sealed is not on it.",
      );
    return inEscrow > 0
      ? t(
          "X-ray: what the service cannot read is hidden. Hatched is what it could still open: it waits in escrow for its card.",
        )
      : t("X-ray: what the service cannot read is hidden.");
  }
  return values === 0
    ? t(
        "X-ray: what a thief of the whole database would get. All that is marked is stored in the clear.",
      )
    : t(
        "X-ray: what a thief of the whole database would get. What is marked is in the clear; the rest is encrypted, hashed, or not there.",
      );
}
