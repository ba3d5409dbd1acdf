import { ArrowLeft, ArrowRight } from "lucide-react";
import { Button } from "./button.tsx";

type PagerProps = {
  /** What is paged through: "Pages of payments". */
  label: string;
  onNewer: (() => void) | undefined;
  onOlder: (() => void) | undefined;
  /** While the next page is on its way. */
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
