import type { Point } from "./driver.ts";

/** What is looked for: a CSS selector, and how its accessible name reads, or part of it, or a pattern. */
export type Target = { css: string; name?: string | RegExp; exact?: boolean };

/** `Target` as JSON. */
type PlainTarget = { css: string; source: string; flags: string };

export type Located =
  | { state: "ready"; point: Point }
  | { state: "disabled"; what: string }
  /** A click on it would hit something else. */
  | { state: "covered"; what: string; by: string };

export function toPlain({ css, name = "", exact = false }: Target): PlainTarget {
  if (name instanceof RegExp) return { css, source: name.source, flags: name.flags };
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return { css, source: exact ? `^${escaped}$` : escaped, flags: "" };
}

/**
 * Runs in the page: scrolls to the first visible match, or to each, and says where to press it. Those in an open
 * dialog come first, and those that can be used.
 */
export function locate({ css, source, flags }: PlainTarget, which: "first" | "all"): Located[] {
  const name = new RegExp(source, flags);
  const dialogs = document.querySelectorAll("dialog[open], [role=dialog], [role=alertdialog]");
  const found = [...dialogs, document]
    .flatMap((root) => [...root.querySelectorAll<HTMLElement>(css)])
    .filter((element) => name.test(nameOf(element)) && isVisible(shownPart(element)));
  const usable = found.filter((element) => !isDisabled(element));
  const first = (usable.length > 0 ? usable : found).slice(0, 1);
  return (which === "all" ? usable : first).map(inspect);

  function inspect(element: HTMLElement): Located {
    const what = outline(element);
    if (isDisabled(element)) return { state: "disabled", what };
    const shown = shownPart(element);
    shown.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    // A link over two lines has a box for each, and an empty one before a block in it.
    const boxes = [...shown.getClientRects()];
    const box = boxes.find(({ width }) => width > 0) ?? shown.getBoundingClientRect();
    const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const hit = document.elementFromPoint(point.x, point.y);
    const isHit = hit !== null && (shown.contains(hit) || element.contains(hit));
    return isHit ? { state: "ready", point } : { state: "covered", what, by: outline(hit) };
  }

  function nameOf(of: HTMLElement): string {
    const label = of.getAttribute("aria-label");
    if (label) return label;
    const ids = of.getAttribute("aria-labelledby")?.split(" ") ?? [];
    const labels = ids.flatMap((id) => document.getElementById(id) ?? []);
    const own = of instanceof HTMLInputElement ? [...(of.labels ?? [])] : [];
    const named = [labels, own, [of]].find(({ length }) => length > 0) ?? [];
    const text = named.map(({ textContent }) => textContent).join(" ");
    return text.replace(/\s+/g, " ").trim();
  }

  /** A radio button or checkbox may be drawn by its label alone. */
  function shownPart(of: HTMLElement): HTMLElement {
    const isDrawn = of.offsetWidth > 1 && getComputedStyle(of).opacity !== "0";
    const label = of instanceof HTMLInputElement ? of.labels?.[0] : undefined;
    return isDrawn ? of : (label ?? of);
  }

  function isVisible(part: HTMLElement): boolean {
    const { clipPath, pointerEvents } = getComputedStyle(part);
    // As Tailwind's `sr-only` has it, and what is for the keyboard alone.
    if (clipPath === "inset(50%)" || pointerEvents === "none") return false;
    return part.offsetWidth > 1 && part.checkVisibility({ visibilityProperty: true });
  }

  function isDisabled(element: HTMLElement): boolean {
    return element.matches(":disabled, [aria-disabled=true], [aria-busy=true]");
  }

  function outline(one: Element | null): string {
    return one === null ? "nothing" : one.outerHTML.slice(0, 160);
  }
}
