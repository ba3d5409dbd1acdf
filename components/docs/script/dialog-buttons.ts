import { isSearchKey } from "#components/docs/search-key.ts";

/** React, and what is drawn with it: fetched when a reader is about to use it. */
const loadDialogs = () => import("./dialogs.tsx");

/** The buttons and the keys that open the search and, on a phone, the list of all pages. */
export function enhanceDialogs(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-opens]")) {
    const open = button.dataset.opens === "menu" ? () => openMenu(button) : openSearch;
    button.addEventListener("pointerenter", prepareDialogs);
    button.addEventListener("focus", prepareDialogs);
    button.addEventListener("click", open);
  }
  document.addEventListener("keydown", (event) => {
    if (!isSearchKey(event)) return;
    event.preventDefault();
    openSearch();
  });
}

function prepareDialogs(): void {
  loadDialogs().catch(() => undefined);
}

function openSearch(): void {
  loadDialogs().then(({ showSearch }) => showSearch(), sayNotLoaded);
}

function openMenu(button: HTMLElement): void {
  const nav = document.querySelector("[data-all-pages] nav");
  if (!nav) return;
  loadDialogs().then(({ showMenu }) => {
    button.ariaExpanded = "true";
    showMenu(nav, () => {
      button.ariaExpanded = "false";
    });
  }, sayNotLoaded);
}

function sayNotLoaded(): void {
  if (document.querySelector("[data-load-failure]")) return;
  const template = document.querySelector<HTMLTemplateElement>("template[data-not-loaded]");
  if (!template) return;
  document.body.append(template.content.cloneNode(true));
  const reload = document.querySelector("[data-reloads]");
  reload?.addEventListener("click", () => window.location.reload());
}
