/** The place among `count` tabs that a key leads to from the one at `at`. Undefined for other keys. */
export function placeOfKey(key: string, at: number, count: number): number | undefined {
  const places: Record<string, number> = {
    ArrowRight: (at + 1) % count,
    ArrowLeft: (at - 1 + count) % count,
    Home: 0,
    End: count - 1,
  };
  return places[key];
}

/** Code above a tab changes its height, too: the tab that was pressed stays where it is. */
export function keepInPlace(tab: Element, change: () => void): void {
  const before = tab.getBoundingClientRect().top;
  change();
  const top = tab.getBoundingClientRect().top - before;
  window.scrollBy({ top, behavior: "instant" });
}
