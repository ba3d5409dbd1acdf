import { ArrowLeft, ArrowRight } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";

/** Undefined at either end. */
export type PagerSteps = { onNewer: (() => void) | undefined; onOlder: (() => void) | undefined };

type PagerProps = PagerSteps & {
  /** The name of the pages: "Pages of payments". */
  label: string;
  /** While the next page is loading. */
  busy?: boolean;
};

/** Newest first, by cursor: there are no page numbers, and no count that would be slow and wrong. */
export function Pager({ label, onNewer, onOlder, busy = false }: PagerProps) {
  if (!onNewer && !onOlder) return null;
  return (
    <nav aria-label={label} className="flex justify-end gap-2 border-t border-line p-3">
      <Button
        look="secondary"
        size="small"
        icon={ArrowLeft}
        disabled={!onNewer || busy}
        onClick={onNewer}
      >
        Newer
      </Button>
      <Button look="secondary" size="small" disabled={!onOlder || busy} onClick={onOlder}>
        Older
        <ArrowRight aria-hidden="true" className="size-4" />
      </Button>
    </nav>
  );
}

type CursorPages = {
  /** Of the page to ask for; undefined for the newest. */
  cursor: string | undefined;
  /** For `Pager`, with the `nextCursor` of the page that is shown. */
  pager: (nextCursor: string | null | undefined) => PagerSteps;
  reset: () => void;
};

/**
 * Navigates pages that only know their next one. It returns to the newest page whenever `of` changes: the
 * filters and the environment, as one text.
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
