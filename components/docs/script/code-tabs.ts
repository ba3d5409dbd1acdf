import {
  chooseCodeLanguage,
  readCodeLanguage,
  subscribeToCodeLanguage,
} from "#components/docs/code-language.ts";
import { keepInPlace, placeOfKey } from "#components/docs/tab-moves.ts";
import { enhanceCopyButton } from "./copy-button.ts";

/** The markup of components/docs/code-tabs.tsx. Code alone has a panel and no tab. */
type Group = { tabs: HTMLElement[]; panels: Element[]; copy: Element | null };

/** Lets readers choose a language, and copy what they see. */
export function enhanceCodeTabs(): void {
  const groups = Array.from(document.querySelectorAll("[data-code-tabs]"), readGroup);
  for (const group of groups) enhanceGroup(group);
  const showAll = () => {
    for (const group of groups) showLanguage(group, readCodeLanguage());
  };
  subscribeToCodeLanguage(showAll);
  showAll();
}

function readGroup(root: Element): Group {
  return {
    tabs: Array.from(root.querySelectorAll<HTMLElement>("[role=tab]")),
    panels: Array.from(root.querySelectorAll("[data-code-panel]")),
    copy: root.querySelector("[data-copies]"),
  };
}

function enhanceGroup({ tabs, panels, copy }: Group): void {
  if (copy instanceof HTMLElement) {
    const findCode = () => panels.find((panel) => panel.matches("[data-active]"));
    enhanceCopyButton(copy, () => findCode()?.querySelector("code")?.textContent ?? "");
  }
  for (const [at, tab] of tabs.entries()) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const next = tabs[placeOfKey(event.key, at, tabs.length) ?? -1];
      if (!next) return;
      event.preventDefault();
      choose(next);
      next.focus({ preventScroll: true });
    });
  }
}

function choose(tab: HTMLElement): void {
  keepInPlace(tab, () => chooseCodeLanguage(tab.dataset.language ?? ""));
}

function showLanguage({ tabs, panels, copy }: Group, language: string | null): void {
  const active = tabs.find((tab) => tab.dataset.language === language) ?? tabs[0];
  if (!active) return;
  for (const [at, tab] of tabs.entries()) {
    tab.ariaSelected = String(tab === active);
    tab.tabIndex = tab === active ? 0 : -1;
    panels[at]?.toggleAttribute("data-active", tab === active);
  }
  if (copy) copy.ariaLabel = copy.ariaLabel?.replace(/[^:]*$/, ` ${active.textContent}`) ?? null;
}
