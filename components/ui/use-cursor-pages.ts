import { useState } from "react";

type CursorPages = {
  /** Of the page to ask for; undefined for the newest. */
  cursor: string | undefined;
  /** For `Pager`, with the `nextCursor` of the page that is shown. */
  pager: (nextCursor: string | null | undefined) => {
    onNewer: (() => void) | undefined;
    onOlder: (() => void) | undefined;
  };
  reset: () => void;
};

/**
 * The way through pages that only know their next one. It goes back to the newest page by itself
 * whenever `of` changes: the filters and the environment, as one text.
 */
export function useCursorPages(of: string): CursorPages {
  const [trail, setTrail] = useState<{ of: string; cursors: string[] }>({ of, cursors: [] });
  const cursors = trail.of === of ? trail.cursors : [];
  const go = (next: string[]) => setTrail({ of, cursors: next });
  return {
    cursor: cursors.at(-1),
    pager: (nextCursor) => ({
      onNewer: cursors.length > 0 ? () => go(cursors.slice(0, -1)) : undefined,
      onOlder: nextCursor ? () => go([...cursors, nextCursor]) : undefined,
    }),
    reset: () => go([]),
  };
}
