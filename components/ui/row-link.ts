import type { MouseEvent } from "react";

/**
 * The handlers of a table row that opens its link wherever it is clicked. They stand in for a link that covers
 * the row: WebKit does not position table rows (bug 15873), so that such a link would cover the whole page.
 */
export const rowLink = { onClick: open, onAuxClick: open, onMouseDown: preventScrolling };

const LEFT = 0;
const MIDDLE = 1;

type RowEvent = MouseEvent<HTMLTableRowElement>;

function open(event: RowEvent): void {
  const { button, ctrlKey, metaKey, shiftKey } = event;
  const link = findLink(event);
  if (!link || (button !== LEFT && button !== MIDDLE)) return;
  // Text that was selected by dragging across the row is not a click on it.
  if (button === LEFT && window.getSelection()?.isCollapsed === false) return;

  if (button === LEFT && !ctrlKey && !metaKey && !shiftKey) link.click();
  else window.open(link.href, "_blank", "noopener");
}

/** A middle click scrolls the page in some browsers, unless it is on a link. */
function preventScrolling(event: RowEvent): void {
  if (event.button === MIDDLE && findLink(event)) event.preventDefault();
}

/** The row's link, unless the click is for a link or control of its own. */
function findLink({ currentTarget, defaultPrevented, target }: RowEvent) {
  const isOwn = target instanceof Element && target.closest(controls) !== null;
  return isOwn || defaultPrevented
    ? undefined
    : currentTarget.querySelector<HTMLAnchorElement>("a");
}

const controls = "a, button, input, select, textarea, label, summary, [role=button]";
